import { HOSTILE_PDFS } from './hostile-pdfs.ts';

/** A document that is made to stop whoever reads it. */
export interface HostileDocument {
  readonly name: string;
  /** Its extension says what it pretends to be. */
  readonly source: string;
  /** Makes it; some take a second. */
  readonly content: () => Buffer;
}

type Makers = Readonly<Record<string, () => string>>;

const times = (count: number, each: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => each(i)).join('');

const MARKDOWN: Makers = {
  'emphasis that never closes': () => '_a_b'.repeat(15_000),
  'strong emphasis that never closes': () => '**a '.repeat(100_000),
  'emphasis of two kinds, crossed': () => '*a __b *c '.repeat(50_000),
  'brackets that never close': () => '['.repeat(300_000),
  'pictures in pictures': () => '![a]('.repeat(100_000),
  'code marks, each longer': () => times(1_000, (i) => `${'`'.repeat(i)} `),
  'quotes in quotes': () => `${'> '.repeat(20_000)}deep`,
  'lists in lists': () => times(1_000, (i) => `${' '.repeat(2 * i)}- a\n`),
  'a table of 20,000 columns': () =>
    `${'|a'.repeat(20_000)}|\n${'|-'.repeat(20_000)}|\n${`${'|b'.repeat(20_000)}|\n`.repeat(10)}`,
  'definitions without number': () => times(100_000, (i) => `[a${i}]: http://x.test/${i}\n`),
  'links without number': () => '[a](http://x.test) '.repeat(100_000),
  'angles that never close': () => '<a '.repeat(300_000),
  'comments that never close': () => '<!-- a '.repeat(100_000),
  'a heading for each letter': () => '# a\n\nb\n\n'.repeat(200_000),
  'a heading of a megabyte': () => `# ${'a'.repeat(1_000_000)}\n\n${'## b\n\nc\n\n'.repeat(5_000)}`,
  'fences that never close': () => '```a\n~~~b\n'.repeat(100_000),
  'numbered lists without number': () => times(50_000, (i) => `${i}. a\n   b\n`),
  'underlines without number': () => 'a\n='.repeat(100_000),
};

const HTML: Makers = {
  'elements in elements': () => '<div>'.repeat(100_000),
  'a table of 40,000 rows': () => `<table>${'<tr><td>a<td>b'.repeat(40_000)}</table>`,
  'a table of 40,000 columns': () => `<table>${`<tr>${'<td>a'.repeat(40_000)}`.repeat(2)}</table>`,
  'tables in tables': () => `${'<table><tr><td>a'.repeat(400)}`,
  'a cell of ten thousand million places': () =>
    '<table><tr><td colspan=100000 rowspan=100000>a</td></tr><tr><td>b</table>',
  'cells over many rows': () => `<table>${'<tr><td rowspan=65534 colspan=1000>a'.repeat(2_000)}</table>`,
  'references without number': () => `<p>${'&amp;lt;&#65;'.repeat(200_000)}`,
  'entities that multiply': () =>
    `<!DOCTYPE html [<!ENTITY a "aa">${times(60, (i) => `<!ENTITY a${i + 1} "&a${i};&a${i};">`)}]><p>&a60;`,
  'an attribute that never ends': () => '<a href="'.repeat(100_000),
  'titles that never end': () => '<title '.repeat(100_000),
  'scripts that never end': () => '<script>a'.repeat(100_000),
  '50,000 attributes': () => `<p ${times(50_000, (i) => `a${i}=b `)}>text`,
  '100,000 links': () => '<a href="http://x.test">a</a>'.repeat(100_000),
  'lists in lists': () => `${'<ol><li>a'.repeat(3_000)}`,
  'a list that begins at 10^300': () => `<ol start=1e300>${'<li>a'.repeat(50_000)}</ol>`,
  'comments that never end': () => '<!--'.repeat(200_000),
  'a line of five megabytes': () => `<pre>${'a'.repeat(5_000_000)}</pre>`,
};

const TEXT: Readonly<Record<string, () => Buffer>> = {
  'a line of 18 MB': () => Buffer.alloc(18_000_000, 'a'),
  'nothing but line ends': () => Buffer.alloc(5_000_000, '\n'),
  'nothing but NUL': () => Buffer.alloc(5_000_000),
  'UTF-8 that breaks off': () => Buffer.concat([Buffer.alloc(1_000_000, 'a'), Buffer.from([0xf0, 0x9f])]),
  'UTF-16 with half characters': () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.alloc(1_000_001, 0xd8)]),
  'marks on marks': () => Buffer.from(`a${'\u0301'.repeat(1_000_000)}`),
};

/** An archive that says it is something else. */
const ARCHIVE = Buffer.concat([
  Buffer.from('PK\x03\x04\x14\x00\x00\x00\x08\x00', 'latin1'),
  Buffer.alloc(100_000, 0xff),
]);

/** All of them. */
export const HOSTILE_DOCUMENTS: readonly HostileDocument[] = [
  ...documents('Markdown', 'md', MARKDOWN),
  ...documents('HTML', 'html', HTML),
  ...Object.entries(TEXT).map(([name, content]) => ({ name: `text: ${name}`, source: 'hostile.txt', content })),
  ...Object.entries(HOSTILE_PDFS).map(([name, content]) => ({ name, source: 'hostile.pdf', content })),
  ...['pdf', 'html', 'txt'].map((extension) => ({
    name: `an archive called .${extension}`,
    source: `hostile.${extension}`,
    content: () => ARCHIVE,
  })),
];

function documents(kind: string, extension: string, makers: Makers): HostileDocument[] {
  return Object.entries(makers).map(([name, make]) => ({
    name: `${kind}: ${name}`,
    source: `hostile.${extension}`,
    content: () => Buffer.from(make()),
  }));
}
