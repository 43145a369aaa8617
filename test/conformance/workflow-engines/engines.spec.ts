import { afterAll, beforeAll, describe } from 'vitest';
import { isRestateInstalled, type RestateServer, startRestate } from '../../helpers/restate/server.mjs';
import { openRestateProcesses, ownProcesses } from '../../helpers/workflow-processes.js';
import { describeWorkflowEngine } from './describe-workflow-engine.js';

describeWorkflowEngine('its own engine for durable workflows', async () => ownProcesses);

if (!isRestateInstalled) console.log('Skipped, as Restate is not installed (npm run test:restate): workflows with it');

describe.skipIf(!isRestateInstalled)('with Restate', () => {
  let server: RestateServer;
  beforeAll(async () => {
    server = await startRestate();
  });
  afterAll(() => server?.stop());

  describeWorkflowEngine('Restate for durable workflows', () => openRestateProcesses(server));
});
