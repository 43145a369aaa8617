import { describe, expect, it } from 'vitest';
import { pdfOf } from '../../../../test/helpers/pdf.js';
import { extract } from './extract-text.js';
import { splitChunks } from './split-chunks.js';

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

const chunksOf = async (text: string | Buffer, mediaType: string) =>
  splitChunks((await extract(Buffer.from(text), mediaType)).sections).map(({ heading, page, text: piece }) => [
    heading ?? page,
    piece,
  ]);

describe('the text of a document', () => {
  it('stands under its headings in Markdown, at the places where it was', async () => {
    expect(await chunksOf(MARKDOWN, 'text/markdown')).toEqual([
      ['Handbook', 'Welcome.'],
      ['Handbook > Leave', 'Thirty days.'],
      ['Handbook > Leave > Parents', 'Two months.\n\n```\n# not a heading\n```'],
      ['Handbook > Travel', 'Second class.'],
    ]);
    const { title, sections } = await extract(Buffer.from(MARKDOWN), 'text/markdown');
    expect(title).toBe('Handbook');
    for (const { start, end, text } of splitChunks(sections)) expect(MARKDOWN.slice(start, end)).toBe(text);
  });

  it('is what people read of an HTML page', async () => {
    const html = `<html><head><title>Fees &amp; taxes</title><style>p{}</style></head><body><nav>Home</nav>
      <h1>Fees</h1><p>A <a href="https://x.test">booking</a> costs&nbsp;5.</p><h2>Refunds</h2>
      <ul><li>none</li></ul><script>alert(1)</script></body></html>`;
    expect(await chunksOf(html, 'text/html')).toEqual([
      ['Fees', 'A booking costs\u00a05.'],
      ['Fees > Refunds', '* none'],
    ]);
    expect((await extract(Buffer.from(html), 'text/html')).title).toBe('Fees & taxes');
  });

  it('has its pages in a PDF', async () => {
    const pdf = pdfOf(['Thirty days of leave.', 'Second class.'], 'Handbook');
    expect(await chunksOf(pdf, 'application/pdf')).toEqual([
      [1, 'Thirty days of leave.'],
      [2, 'Second class.'],
    ]);
    expect((await extract(pdf, 'application/pdf')).title).toBe('Handbook');
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
    await expect(extract(content, mediaType)).rejects.toMatchObject({
      code: 'DOCUMENT_INVALID',
      message: expect.stringContaining(message),
    });
  });

  it('survives deep nesting and NUL characters', async () => {
    expect(
      await chunksOf(`${'<div>'.repeat(5_000)}deep${'</div>'.repeat(5_000)}<p>after</p>`, 'text/html'),
    ).toBeDefined();
    const quotes = chunksOf(`${'> '.repeat(20_000)}deep\n\nafter`, 'text/markdown');
    await expect(quotes).rejects.toThrow('nests too deeply');
    expect(await chunksOf('a\0b', 'text/plain')).toEqual([[null, 'ab']]);
  });
});

describe('a chunk', () => {
  it('ends at a paragraph, a line, a sentence or a word, and loses nothing', () => {
    const paragraphs = Array.from({ length: 40 }, (_, index) => `Paragraph ${index}. ${'word '.repeat(20)}`.trim());
    const text = paragraphs.join('\n\n');
    const chunks = splitChunks([{ heading: null, page: null, text, start: 10 }]);
    expect(chunks.length).toBeGreaterThan(3);
    for (const chunk of chunks) {
      expect(chunk.text.length).toBeLessThanOrEqual(1_200);
      expect(chunk.text).toMatch(/^Paragraph/);
      expect(text.slice(chunk.start - 10, chunk.end - 10)).toBe(chunk.text);
    }
    expect(chunks.map((chunk) => chunk.text).join('\n\n')).toBe(text);
  });

  it('is cut anywhere but in a character where there is no such place', () => {
    const chunks = splitChunks([{ heading: null, page: null, text: `x${'😀'.repeat(2_000)}`, start: 0 }]);
    expect(chunks.every(({ text }) => text.isWellFormed())).toBe(true);
    expect(chunks.map(({ text }) => text).join('')).toHaveLength(4_001);
  });
});
