// The words of the page's language by key: WORDS and LANGUAGE are put in front of the module by Python.

/** The text of a key with its {placeholders} filled. Values are put in as they are: they are never read as HTML. */
function t(key, values = {}) {
  const text = WORDS[key];
  if (text === undefined) {
    console.error(`silkenweb: there are no words for ${key}`);
    return key;
  }
  return text.replace(/\{(\w+)\}/g, (place, name) => (name in values ? String(values[name]) : place));
}

/** The text of `key.one` or `key.many`, as the number asks; {count} stands for the number. */
function tn(key, count, values = {}) {
  return t(`${key}.${count === 1 ? "one" : "many"}`, { count, ...values });
}

function hasWords(key) {
  return Object.hasOwn(WORDS, key);
}

/** Several things as the language lists them: "A, B, C". */
function listed(items) {
  return items.join(t("list.comma"));
}

/** Whole sentences, one after the other. */
function sentences(items) {
  return items.join(t("list.sentences"));
}
