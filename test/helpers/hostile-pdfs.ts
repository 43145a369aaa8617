import { deflateSync } from 'node:zlib';

const PAGE = '/Type /Page /MediaBox [0 0 612 792]';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

/** A PDF of these objects, numbered from 1; the first is the catalogue. */
function pdf(objects: readonly (string | Buffer)[], trailer = '/Root 1 0 R'): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const places: number[] = [];
  let length = 9;
  const add = (part: string | Buffer) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    parts.push(bytes);
    length += bytes.length;
  };
  for (const [index, object] of objects.entries()) {
    places.push(length);
    add(`${index + 1} 0 obj\n`);
    add(object);
    add('\nendobj\n');
  }
  const start = length;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`);
  add(`trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}

function stream(data: Buffer | string, dictionary = ''): Buffer {
  const bytes = Buffer.from(data);
  const head = `<< /Length ${bytes.length} ${dictionary} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream')]);
}

/** One page with this content; further objects are numbered from 6. */
function onePage(content: Buffer, resources = '/Font << /F1 4 0 R >>', more: readonly (string | Buffer)[] = []) {
  return pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< ${PAGE} /Parent 2 0 R /Resources << ${resources} >> /Contents 5 0 R >>`,
    FONT,
    content,
    ...more,
  ]);
}

/** As many pages, all with the same content. */
function pages(count: number, content: Buffer): Buffer {
  const kids = Array.from({ length: count }, (_, index) => `${5 + index} 0 R`).join(' ');
  const page = `<< ${PAGE} /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /Contents 4 0 R >>`;
  return pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    FONT,
    content,
    ...Array<string>(count).fill(page),
  ]);
}

const text = (repeats: number) => `BT /F1 12 Tf 72 700 Td ${'(word ) Tj 0 -1 Td '.repeat(repeats)}ET`;
const FLATE = '/Filter /FlateDecode';

/** Each form draws the next one twice. */
function doublingForms(depth: number): Buffer {
  const forms = Array.from({ length: depth }, (_, index) => {
    const next = `/Resources << /XObject << /X ${7 + index} 0 R >> /Font << /F1 4 0 R >> >>`;
    const draws = index === depth - 1 ? 'BT /F1 12 Tf (x) Tj ET' : '/X Do /X Do';
    return stream(draws, `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${next}`);
  });
  return onePage(stream('/X Do'), '/XObject << /X 6 0 R >>', forms);
}

/** A character map that spans everything. */
function endlessCharacterMap(): Buffer {
  const ranges = '<00000000> <ffffffff> <0041>\n'.repeat(100);
  const map = stream(`begincmap 1 beginbfrange\n${ranges}endbfrange endcmap`);
  const font = '<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /ToUnicode 6 0 R >>';
  return onePage(stream('BT /F2 12 Tf <00410042> Tj ET'), '/Font << /F2 7 0 R >>', [map, font]);
}

/** PDFs that cost far more to read than to send, or are not what they say. */
export const HOSTILE_PDFS: Readonly<Record<string, () => Buffer>> = {
  'PDF: stream that inflates to 400 MB': () => onePage(stream(deflateSync(Buffer.alloc(400_000_000, 32)), FLATE)),
  'PDF: stream that inflates twice': () => {
    const twice = deflateSync(deflateSync(Buffer.alloc(300_000_000, 32)));
    return onePage(stream(twice, '/Filter [/FlateDecode /FlateDecode]'));
  },
  'PDF: stream of two million words': () => onePage(stream(deflateSync(text(2_000_000)), FLATE)),
  'PDF: 4,900 pages of one large stream': () => pages(4_900, stream(deflateSync(text(3_000)), FLATE)),
  'PDF: 5,001 pages': () => pages(5_001, stream(text(1))),
  'PDF: claims a thousand million pages': () =>
    pdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1000000000 >>',
      `<< ${PAGE} /Parent 2 0 R >>`,
    ]),
  'PDF: page tree that contains itself': () =>
    pdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 4000 >>']),
  'PDF: object that refers to itself': () =>
    pdf(['<< /Type /Catalog /Pages 2 0 R >>', '2 0 R', '<< /Length 3 0 R >>\nstream\nx\nendstream']),
  'PDF: length that refers to its own stream': () =>
    onePage(Buffer.from('<< /Length 5 0 R >>\nstream\nBT (x) Tj ET\nendstream')),
  'PDF: arrays in arrays': () => onePage(stream('BT (x) Tj ET'), `/A ${'['.repeat(200_000)}`),
  'PDF: dictionaries in dictionaries': () => onePage(stream('BT (x) Tj ET'), '/A << '.repeat(100_000)),
  'PDF: forms that draw each other 2^40 times': () => doublingForms(40),
  'PDF: character map of four thousand million characters': endlessCharacterMap,
  'PDF: table of objects of enormous size': () =>
    Buffer.from('%PDF-1.7\nxref\n0 4294967295\ntrailer\n<< /Size 4294967295 /Root 1 0 R >>\nstartxref\n9\n%%EOF'),
  'PDF: tables of objects in a circle': () =>
    Buffer.from('%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Prev 9 >>\nstartxref\n9\n%%EOF'),
  'PDF: a megabyte of broken objects': () => Buffer.from(`%PDF-1.7\n${'1 0 obj << /A 1 0 R '.repeat(50_000)}`),
  'PDF: cut off': () => pages(100, stream(text(10))).subarray(0, 5_000),
};
