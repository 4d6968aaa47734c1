// The words of the page's language by key: Python declares WORDS and LANGUAGE before the bundle.

/** Values for placeholders, by name. */
export type Values = Readonly<Record<string, unknown>>;

/** The text of a key with its {placeholders} filled. Values are put in as they are: they are never read as HTML. */
export function t(key: string, values: Values = {}): string {
  const text = WORDS[key];
  if (text === undefined) {
    console.error(`silkenweb: there are no words for ${key}`);
    return key;
  }
  return text.replace(/\{(\w+)\}/g, (place, name: string) => (name in values ? String(values[name]) : place));
}

/** The text of `key.one` or `key.many`, as the number asks; {count} stands for the number. */
export function tn(key: string, count: number, values: Values = {}): string {
  return t(`${key}.${count === 1 ? "one" : "many"}`, { count, ...values });
}

export function hasWords(key: string): boolean {
  return Object.hasOwn(WORDS, key);
}

/** Several things as the language lists them: "A, B, C". */
export function listed(items: readonly string[]): string {
  return items.join(t("list.comma"));
}

/** Whole sentences, one after the other. */
export function sentences(items: readonly string[]): string {
  return items.join(t("list.sentences"));
}
