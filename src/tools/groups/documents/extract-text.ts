import { convert, type HtmlToTextOptions } from 'html-to-text';
import { Lexer, type Tokens } from 'marked';
import { toStorableText } from '../../../platform/common/json.ts';
import { loadOptional } from '../../../platform/common/optional-package.ts';
import type { ExtractedText, Section } from './extracted-text.js';
import { Unreadable } from './unreadable.ts';

/** Of a heading; the rest is left out. */
const MAX_HEADING_CHARS = 300;

/**
 * The text of a document with what a citation needs: headings, pages, places.
 * @param mediaType one of MEDIA_TYPES in ingest-document.ts
 * @throws Unreadable when it is broken, or has no text; whatever its parser throws
 */
export async function extract(content: Uint8Array, mediaType: string): Promise<ExtractedText> {
  const isPdf = mediaType === 'application/pdf';
  // Loaded where it is needed: it is by far the largest parser.
  const extracted = isPdf ? await (await loadPdfReader()).fromPdf(content) : fromText(content, mediaType);
  if (extracted.sections.some(({ text }) => text.trim() !== '')) return extracted;
  throw new Unreadable(`The document has no text${isPdf ? ': its pages may be pictures' : ''}.`);
}

const loadPdfReader = () => loadOptional('unpdf', 'Reading a PDF', () => import('./pdf-text.ts'));

function fromText(content: Uint8Array, mediaType: string): ExtractedText {
  const text = decode(content).replaceAll('\r\n', '\n');
  if (mediaType === 'text/html') return fromHtml(text);
  if (mediaType === 'text/markdown') return fromMarkdown(text);
  return { title: null, sections: [{ heading: null, page: null, text: toStorableText(text), start: 0 }] };
}

function decode(content: Uint8Array): string {
  const encoding = content[0] === 0xff && content[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content);
  } catch (error) {
    throw new Unreadable('The document is not UTF-8 text.', { cause: error });
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
  const markdown = fromMarkdown(convert(html, HTML));
  return { ...markdown, title: convert(titleIn(html)).trim() || markdown.title };
}

/** What stands in the first `<title>`; each character is looked at once. */
function titleIn(html: string): string {
  const tag = html.search(/<title[\s>]/i);
  const start = tag < 0 ? 0 : html.indexOf('>', tag) + 1;
  const end = start === 0 ? -1 : html.indexOf('<', start);
  return end < 0 ? '' : html.slice(start, Math.min(end, start + MAX_HEADING_CHARS));
}

function fromMarkdown(source: string): ExtractedText {
  const text = toStorableText(source);
  const path: string[] = [];
  const sections: Section[] = [];
  let title: string | null = null;
  let start = 0;
  // Blocks alone: what stands inside of a line is text here, whatever it would be made of.
  for (const token of new Lexer().blockTokens(text)) {
    if (token.type === 'heading') {
      const { depth, text: heading } = token as Tokens.Heading;
      const told = toStorableText(heading.trim().slice(0, MAX_HEADING_CHARS));
      path.length = Math.min(path.length, depth - 1);
      path[depth - 1] = told;
      title ??= told;
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
