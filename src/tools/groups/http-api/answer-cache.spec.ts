import { expect, it } from 'vitest';
import { inTenant } from '../../../platform/common/tenant.js';
import { AnswerCache } from './answer-cache.js';

it('an answer that is kept is kept for the tenant that has asked', async () => {
  const answers = new AnswerCache();
  let asked = 0;
  const ask = (tenant: string) =>
    inTenant(tenant, () => answers.get('crm.lookup', { id: 7 }, 60_000, async () => (asked += 1)));
  expect([await ask('acme'), await ask('acme'), await ask('globex'), await ask('acme')]).toEqual([1, 1, 2, 1]);
});
