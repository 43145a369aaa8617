/** A stretch of a document under one heading, or on one page. */
export interface Section {
  /** The headings above it, outermost first, such as `Leave > Parents`. */
  readonly heading: string | null;
  /** From 1, where the document has pages. */
  readonly page: number | null;
  readonly text: string;
  /** Where it begins in the text of the document, in characters. */
  readonly start: number;
}

/** A document as text. */
export interface ExtractedText {
  readonly title: string | null;
  readonly sections: readonly Section[];
}
