import { describe, expect, it } from 'vitest';
import { pdfOf } from '../../../../test/helpers/pdf.js';
import { type ReadDocument, readChunks } from './read-chunks.js';
import { splitChunks } from './split-chunks.js';
import { Unreadable } from './unreadable.js';

const LIMITS = { maxChunks: 10_000, maxTextBytes: 1_000_000 };

const MARKDOWN = `# Handbook

Welcome.

## Leave

Thirty days.

### Parents

Two months.

\`\`\`
# not a heading
\`\`\`

## Travel
Second class.
`;

const read = (text: string | Buffer, mediaType: string, limits = LIMITS): Promise<ReadDocument> =>
  readChunks(Buffer.from(text), mediaType, limits);
const chunksOf = async (text: string | Buffer, mediaType: string) =>
  (await read(text, mediaType)).chunks.map(({ heading, page, text: piece }) => [heading ?? page, piece]);

describe('the text of a document', () => {
  it('stands under its headings in Markdown, at the places where it was', async () => {
    expect(await chunksOf(MARKDOWN, 'text/markdown')).toEqual([
      ['Handbook', 'Welcome.'],
      ['Handbook > Leave', 'Thirty days.'],
      ['Handbook > Leave > Parents', 'Two months.\n\n```\n# not a heading\n```'],
      ['Handbook > Travel', 'Second class.'],
    ]);
    const { title, chunks } = await read(MARKDOWN, 'text/markdown');
    expect(title).toBe('Handbook');
    for (const { start, end, text } of chunks) expect(MARKDOWN.slice(start, end)).toBe(text);
  });

  it('is what people read of an HTML page', async () => {
    const html = `<html><head><title>Fees &amp; taxes</title><style>p{}</style></head><body><nav>Home</nav>
      <h1>Fees</h1><p>A <a href="https://x.test">booking</a> costs&nbsp;5.</p><h2>Refunds</h2>
      <ul><li>none</li></ul><script>alert(1)</script></body></html>`;
    expect(await chunksOf(html, 'text/html')).toEqual([
      ['Fees', 'A booking costs\u00a05.'],
      ['Fees > Refunds', '* none'],
    ]);
    expect((await read(html, 'text/html')).title).toBe('Fees & taxes');
  });

  it('has its pages in a PDF', async () => {
    const pdf = pdfOf(['Thirty days of leave.', 'Second class.'], 'Handbook');
    expect(await chunksOf(pdf, 'application/pdf')).toEqual([
      [1, 'Thirty days of leave.'],
      [2, 'Second class.'],
    ]);
    expect((await read(pdf, 'application/pdf')).title).toBe('Handbook');
  });

  it.each([
    [
      'a broken PDF',
      Buffer.from('%PDF-1.4 nothing'),
      'application/pdf',
      'The PDF cannot be read: Invalid PDF structure.',
    ],
    ['a PDF of pictures', pdfOf(['', '']), 'application/pdf', 'has no text: its pages may be pictures'],
    ['another encoding', Buffer.from([0xe4, 0xf6]), 'text/plain', 'is not UTF-8 text'],
    ['nothing', Buffer.from(' \n'), 'text/plain', 'has no text'],
    ['a page without text', Buffer.from('<img src=x>'), 'text/html', 'has no text'],
  ])('is refused clearly where there is none: %s', async (_what, content, mediaType, message) => {
    const refusal = await read(content, mediaType).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Unreadable);
    expect(refusal).toMatchObject({ message: expect.stringContaining(message) });
  });

  it('has no more chunks and bytes than are allowed', async () => {
    const crumbs = '# a\n\nb\n\n'.repeat(20);
    await expect(read(crumbs, 'text/markdown', { ...LIMITS, maxChunks: 0 })).rejects.toThrow('more than 0 chunks');
    const long = read('word '.repeat(100), 'text/plain', { ...LIMITS, maxTextBytes: 400 });
    await expect(long).rejects.toThrow('more than the 400 bytes of text allowed');
  });

  it('names the beginning of a heading, however long it is', async () => {
    const { title, chunks } = await read(`# ${'a'.repeat(10_000)}\n\ntext\n`, 'text/markdown');
    expect([title?.length, chunks[0]?.heading?.length]).toEqual([300, 300]);
  });

  it('of a page of titles that never end is read to its end, in linear time', async () => {
    const html = `<title>Fees${'<title '.repeat(50_000)}</title><p>text</p>`;
    const { chunks } = await read(html, 'text/html');
    expect(chunks[0]?.text).toMatch(/^Fees<title <title/);
    expect(chunks.at(-1)?.text).toMatch(/text$/);
  });

  it('survives deep nesting and NUL characters', async () => {
    expect(
      await chunksOf(`${'<div>'.repeat(5_000)}deep${'</div>'.repeat(5_000)}<p>after</p>`, 'text/html'),
    ).toBeDefined();
    const quotes = chunksOf(`${'> '.repeat(20_000)}deep\n\nafter`, 'text/markdown');
    await expect(quotes).rejects.toThrow(RangeError);
    expect(await chunksOf('a\0b', 'text/plain')).toEqual([[null, 'ab']]);
  });
});

describe('a chunk', () => {
  it('ends at a paragraph, a line, a sentence or a word, and loses nothing', () => {
    const paragraphs = Array.from({ length: 40 }, (_, index) => `Paragraph ${index}. ${'word '.repeat(20)}`.trim());
    const text = paragraphs.join('\n\n');
    const chunks = [...splitChunks([{ heading: null, page: null, text, start: 10 }])];
    expect(chunks.length).toBeGreaterThan(3);
    for (const chunk of chunks) {
      expect(chunk.text.length).toBeLessThanOrEqual(1_200);
      expect(chunk.text).toMatch(/^Paragraph/);
      expect(text.slice(chunk.start - 10, chunk.end - 10)).toBe(chunk.text);
    }
    expect(chunks.map((chunk) => chunk.text).join('\n\n')).toBe(text);
  });

  it('is cut anywhere but in a character where there is no such place', () => {
    const chunks = [...splitChunks([{ heading: null, page: null, text: `x${'😀'.repeat(2_000)}`, start: 0 }])];
    expect(chunks.every(({ text }) => text.isWellFormed())).toBe(true);
    expect(chunks.map(({ text }) => text).join('')).toHaveLength(4_001);
  });
});
