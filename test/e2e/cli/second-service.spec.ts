import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuiltCli } from './built-cli.js';

describe('a second service on one SQLite file', () => {
  let cli: BuiltCli;
  const url = (name: string) => `sqlite:${join(cli.directory, name)}`;
  const serve = (name: string) => ['--demo', '--port', '0', '--host', '127.0.0.1', '--database', url(name)];
  beforeAll(async () => {
    cli = await BuiltCli.build();
  });
  afterAll(() => cli.close());

  it('says which process serves it and stops, by whichever name it goes; other commands go on; a crash leaves nothing', async () => {
    const first = await cli.serve(serve('one.sqlite'));
    symlinkSync(join(cli.directory, 'one.sqlite'), join(cli.directory, 'link.sqlite'));
    for (const name of ['one.sqlite', 'link.sqlite']) {
      const { code, stdout, stderr } = await cli.run(['serve', ...serve(name)]);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(
        /^error: Process \d+ serves the database sqlite:.*, and a SQLite file is for one service\.\n.*--database/,
      );
    }
    const chat = await cli.run(['chat', '--demo', '--database', url('one.sqlite')], { env: { PORT: '1' } });
    expect([chat.code, chat.stderr]).toEqual([1, expect.stringMatching(/^error: Process \d+ serves/)]);
    for (const command of [['flow', 'check', '--demo'], ['doctor'], ['backup', 'copy.sqlite']]) {
      const { code, stderr } = await cli.run([...command, '--database', url('one.sqlite')]);
      expect([command, code, stderr]).toEqual([command, 0, '']);
    }
    await first.end('SIGKILL');
    const next = await cli.serve(serve('one.sqlite'));
    expect(await next.end('SIGTERM')).toBe(0);
  });
});
