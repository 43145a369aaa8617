import { getDocumentProxy, getMeta } from 'unpdf';
import { toStorableText } from '../../../platform/common/json.ts';
import type { ExtractedText, Section } from './extracted-text.js';
import { Unreadable } from './unreadable.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

const MAX_PAGES = 5_000;

/** The text of a PDF, a section for each page. @throws Unreadable when it is broken, locked, or has too many pages */
export async function fromPdf(content: Uint8Array): Promise<ExtractedText> {
  try {
    const pdf = await getDocumentProxy(new Uint8Array(content), { verbosity: 0 });
    if (pdf.numPages > MAX_PAGES) throw new Error(`it has ${pdf.numPages} pages; at most ${MAX_PAGES} are allowed`);
    const sections = await pageSections(pdf);
    const { info } = await getMeta(pdf);
    return { title: titleOf(info), sections };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
    const reason = name === 'PasswordException' ? 'it needs a password' : message;
    throw new Unreadable(`The PDF cannot be read: ${reason}`, { cause: error });
  }
}

/** One page after the other, so that what one needs is free before the next. */
async function pageSections(pdf: Pdf): Promise<Section[]> {
  const sections: Section[] = [];
  let start = 0;
  for (let page = 1; page <= pdf.numPages; page += 1) {
    const text = toStorableText(await textOfPage(pdf, page));
    sections.push({ heading: null, page, text, start });
    start += text.length + 1;
  }
  return sections;
}

async function textOfPage(pdf: Pdf, number: number): Promise<string> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
}

function titleOf(info: unknown): string | null {
  const title = (info as { Title?: unknown } | undefined)?.Title;
  return typeof title === 'string' && title.trim() !== '' ? toStorableText(title.trim()) : null;
}
