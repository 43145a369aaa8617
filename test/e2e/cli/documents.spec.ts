import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfOf } from '../../helpers/pdf.js';
import { BuiltCli } from './built-cli.js';

describe('convengine documents', () => {
  let cli: BuiltCli;
  beforeAll(async () => {
    cli = await BuiltCli.build();
    const folder = join(cli.directory, 'hr');
    await mkdir(folder);
    await writeFile(join(folder, 'leave.md'), '# Leave\n\nThirty days.');
    await writeFile(join(folder, 'house.pdf'), pdfOf(['Parking is free.'], 'House rules'));
    await writeFile(join(folder, 'notes.docx'), 'not read');
    await writeFile(join(folder, '.hidden.md'), 'not read');
  });
  afterAll(() => cli.close());
  const run = (...args: string[]) => cli.run(['documents', ...args, '--database', 'sqlite:docs.sqlite']);

  it('takes in what is in a folder, and what has changed again', async () => {
    const first = await run('ingest', 'hr', '--collection', 'people');
    expect(first).toMatchObject({ code: 0, stdout: '1/2 hr/house.pdf: 1 passage\n2/2 hr/leave.md: 1 passage\n' });
    await writeFile(join(cli.directory, 'hr/leave.md'), '# Leave\n\nForty days.');
    const second = await run('ingest', 'hr', '--collection', 'people');
    expect(second.stdout).toBe('1/2 hr/house.pdf: unchanged\n2/2 hr/leave.md: 1 passage\n');
  });

  it('goes on after a broken file, says why, and ends with 1', async () => {
    await writeFile(join(cli.directory, 'broken.pdf'), '%PDF-1.4');
    await writeFile(join(cli.directory, 'fine.txt'), 'fine');
    expect(await run('ingest', 'broken.pdf', 'fine.txt')).toMatchObject({
      code: 1,
      stdout:
        '1/2 broken.pdf: not taken in: The PDF cannot be read: Invalid PDF structure.\n2/2 fine.txt: 1 passage\n' +
        '1 document could not be taken in.\n',
    });
    expect(await run('ingest', 'nowhere')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot be read'),
    });
  });

  it('lists and removes', async () => {
    const listed = await run('list', '--json');
    const documents = JSON.parse(listed.stdout) as { documentId: number; source: string; collection: string }[];
    expect(documents.map(({ source, collection }) => [source, collection])).toEqual([
      ['fine.txt', 'default'],
      ['hr/leave.md', 'people'],
      ['hr/house.pdf', 'people'],
    ]);
    expect((await run('list')).stdout).toContain('House rules');
    const id = String(documents[0]?.documentId);
    expect(await run('remove', id)).toMatchObject({ code: 0, stdout: 'Removed 1 document.\n' });
    expect(await run('remove', id)).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no document') });
  });
});
