import { convert, type HtmlToTextOptions } from 'html-to-text';
import { lexer, type Tokens } from 'marked';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { EngineError, messageOf } from '../../../platform/common/errors.js';
import { toStorableText } from '../../../platform/common/json.js';

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

export interface ExtractedText {
  readonly title: string | null;
  readonly sections: readonly Section[];
}

const MAX_PAGES = 5_000;

/**
 * The text of a document with what a citation needs: headings, pages, places.
 * @param mediaType one of MEDIA_TYPES in ingest-document.ts
 * @throws EngineError DOCUMENT_INVALID when it is broken, or has no text
 */
export async function extract(content: Buffer, mediaType: string): Promise<ExtractedText> {
  const extracted =
    mediaType === 'application/pdf' ? await fromPdf(content) : shallow(() => fromText(content, mediaType));
  if (extracted.sections.some(({ text }) => text.trim() !== '')) return extracted;
  const hint = mediaType === 'application/pdf' ? ': its pages may be pictures' : '';
  throw new EngineError('DOCUMENT_INVALID', `The document has no text${hint}.`);
}

/** The parsers walk what is nested by calling themselves. */
function shallow(read: () => ExtractedText): ExtractedText {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new EngineError('DOCUMENT_INVALID', 'The document nests too deeply.', {}, { cause: error });
  }
}

function fromText(content: Buffer, mediaType: string): ExtractedText {
  const text = decode(content).replaceAll('\r\n', '\n');
  if (mediaType === 'text/html') return fromHtml(text);
  if (mediaType === 'text/markdown') return fromMarkdown(text);
  return { title: null, sections: [{ heading: null, page: null, text: toStorableText(text), start: 0 }] };
}

function decode(content: Buffer): string {
  const encoding = content[0] === 0xff && content[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content);
  } catch (error) {
    throw new EngineError('DOCUMENT_INVALID', 'The document is not UTF-8 text.', {}, { cause: error });
  }
}

/** Headings become those of Markdown; everything that is not text is left out. */
const HTML: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: 100_000_000, maxDepth: 500 },
  formatters: {
    markdownHeading: (element, walk, builder) => {
      builder.openBlock({ leadingLineBreaks: 2 });
      builder.addLiteral(`${'#'.repeat(Number(element.name?.slice(1)))} `);
      walk(element.children, builder);
      builder.closeBlock({ trailingLineBreaks: 2 });
    },
  },
  selectors: [
    ...[1, 2, 3, 4, 5, 6].map((level) => ({ selector: `h${level}`, format: 'markdownHeading' })),
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    ...['img', 'nav', 'script', 'style', 'noscript', 'template'].map((selector) => ({ selector, format: 'skip' })),
  ],
};

function fromHtml(html: string): ExtractedText {
  const [, title = ''] = /<title[^>]*>([^<]*)<\/title>/i.exec(html) ?? [];
  const markdown = fromMarkdown(convert(html, HTML));
  return { ...markdown, title: convert(title).trim() || markdown.title };
}

function fromMarkdown(source: string): ExtractedText {
  const text = toStorableText(source);
  const path: string[] = [];
  const sections: Section[] = [];
  let title: string | null = null;
  let start = 0;
  for (const token of lexer(text)) {
    if (token.type === 'heading') {
      const { depth, text: heading } = token as Tokens.Heading;
      path.length = Math.min(path.length, depth - 1);
      path[depth - 1] = heading.trim();
      title ??= heading.trim();
    } else if (token.type !== 'space') {
      addTo(sections, path.filter(Boolean).join(' > ') || null, token.raw, start);
    }
    start += token.raw.length;
  }
  return { title, sections };
}

/** What stands under one heading is one section. */
function addTo(sections: Section[], heading: string | null, text: string, start: number): void {
  const last = sections.at(-1);
  if (last?.heading !== heading || last === undefined) {
    sections.push({ heading, page: null, text, start });
    return;
  }
  const gap = '\n'.repeat(Math.max(0, start - last.start - last.text.length));
  sections[sections.length - 1] = { ...last, text: last.text + gap + text };
}

async function fromPdf(content: Buffer): Promise<ExtractedText> {
  try {
    const pdf = await getDocumentProxy(new Uint8Array(content), { verbosity: 0 });
    try {
      if (pdf.numPages > MAX_PAGES) throw new Error(`it has ${pdf.numPages} pages; at most ${MAX_PAGES} are allowed`);
      const { text: pages } = await extractText(pdf, { mergePages: false });
      const { info } = await getMeta(pdf);
      return { title: titleOf(info), sections: pageSections(pages) };
    } finally {
      await pdf.loadingTask.destroy();
    }
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    const reason = name === 'PasswordException' ? 'it needs a password' : messageOf(error);
    throw new EngineError('DOCUMENT_INVALID', `The PDF cannot be read: ${reason}`, {}, { cause: error });
  }
}

function titleOf(info: unknown): string | null {
  const title = (info as { Title?: unknown } | undefined)?.Title;
  return typeof title === 'string' && title.trim() !== '' ? toStorableText(title.trim()) : null;
}

function pageSections(pages: readonly string[]): Section[] {
  let start = 0;
  return pages.map((page, index) => {
    const text = toStorableText(page);
    const section = { heading: null, page: index + 1, text, start };
    start += text.length + 1;
    return section;
  });
}
