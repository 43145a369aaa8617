import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuiltCli } from '../../e2e/cli/built-cli.js';
import { type PgvectorServer, startPgvector } from '../../helpers/pgvector.js';

describe('convengine migrate --vectors', () => {
  let cli: BuiltCli;
  let server: PgvectorServer;
  beforeAll(async () => {
    [cli, server] = await Promise.all([BuiltCli.build(), startPgvector()]);
  });
  afterAll(async () => {
    await Promise.all([cli.close(), server.close()]);
  });

  it('prints what makes the table anew for so many dimensions, and does nothing', async () => {
    const { code, stdout } = await cli.run(['migrate', '--vectors', '8']);
    expect(code).toBe(0);
    const insert = () =>
      server.database.query(
        "INSERT INTO ce_text_vector VALUES ('m', 's', 'h', '[1,0,0,0,0,0,0,0]') RETURNING content_hash",
      );
    await expect(insert()).rejects.toThrow('expected 256 dimensions');
    for (const statement of stdout.trim().split(';\n')) await server.database.query(statement.replace(/;$/, ''));
    expect(await insert()).toEqual([{ content_hash: 'h' }]);
  });

  it('names what an index takes', async () => {
    const { code, stderr } = await cli.run(['migrate', '--vectors', '4096']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Expected a whole number from 1 to 2000.')]);
  });
});
