/** Declared before each bundle by Python (`silkenweb/widgets/assets.py`). */

declare const LANGUAGE: string;
declare const WORDS: Readonly<Record<string, string>>;
declare const DRAWINGS: {
  readonly icons: Readonly<Record<string, { name: string; letter: string; path: string }>>;
  readonly marks: Readonly<Record<string, string>>;
};
