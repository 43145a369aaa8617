import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiDocument } from '../../helpers/api-document.js';
import { openSqlite, type TestDatabase } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly requestBody?: { readonly content: object };
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema?: object }> }>;
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, { readonly example?: unknown }> };
}

describe('the API documentation', () => {
  let opened: TestDatabase;
  let http: TestEngine;
  let document: Document;
  let operations: Operation[];

  beforeAll(async () => {
    opened = await openSqlite();
    http = await startEngine({ database: opened });
    document = JSON.parse(JSON.stringify(apiDocument(http.app))) as Document;
    operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  });
  afterAll(async () => {
    await http.close();
    await opened.close();
  });

  it('is what docs/openapi.json says (npx vitest run test/e2e/http/api-docs.spec.ts -u writes it)', async () => {
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../../../docs/openapi.json');
  });

  it('is served as it is stored', async () => {
    const served = await fetch(`${http.url}/api/docs-json`);
    expect(served.headers.get('content-type')).toContain('application/json');
    expect(await served.json()).toEqual(document);
  });

  it('names every operation and gives each of its responses that has a body a schema', () => {
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual([
      'analyzeFlow',
      'approveAction',
      'approveMcpTool',
      'callTool',
      'checkFlowEdits',
      'decideToolAction',
      'dryRunFlow',
      'exportActions',
      'followConversation',
      'getAction',
      'getAudit',
      'getConversation',
      'getConversationHistory',
      'getFlow',
      'getFlowVersion',
      'getHealth',
      'getStatistics',
      'getTrace',
      'handBackConversation',
      'handOverConversation',
      'ingestDocument',
      'listActions',
      'listActionsAwaitingApproval',
      'listConversations',
      'listDocuments',
      'listFlowRows',
      'listFlowTables',
      'listFlowVersions',
      'listGivenUpEvents',
      'listHandovers',
      'listHeldActions',
      'listMcpServers',
      'listModelCalls',
      'listTools',
      'listTurns',
      'postFeedback',
      'postMessage',
      'refreshFlow',
      'refuseAction',
      'removeDocument',
      'replyAsPerson',
      'scoreLegacyRuleConversion',
      'sendEventsAgain',
      'settleHeldAction',
      'switchFlow',
      'toolSavings',
      'undoFlowVersion',
      'verifyConversation',
    ]);
    const bare = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(
          ([status, { content }]) => status !== '304' && !Object.values(content ?? {}).some(({ schema }) => schema),
        )
        .map(([status]) => `${operationId} ${status}`),
    );
    expect(bare).toEqual([]);
  });

  it('refers to nothing that it does not define', () => {
    const references = JSON.stringify(document).match(/#\/components\/schemas\/\w+/g) ?? [];
    const defined = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(new Set(references)).toEqual(new Set(defined));
  });

  it('gives examples that fit their schemas', () => {
    const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true }));
    ajv.addSchema({ $id: 'document', components: document.components });
    const { schemas } = document.components;
    const wrong = Object.entries(schemas).flatMap(([name, { example }]) => {
      if (example === undefined) return [];
      const isValid = ajv.validate({ $ref: `document#/components/schemas/${name}` }, example);
      return isValid ? [] : [`${name}: ${ajv.errorsText()}`];
    });
    expect(wrong).toEqual([]);
    expect(Object.keys(schemas).filter((name) => schemas[name]?.example === undefined)).toEqual([
      'ErrorResponse',
      'TraceStep',
      'TraceStage',
    ]);
  });

  it('can be read in a browser', async () => {
    const page = await fetch(`${http.url}/api/docs`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const parts = (await page.text()).match(/\/api\/docs[/\w.-]+/g) ?? [];
    expect(parts).toEqual(['/api/docs/swagger-ui.css', '/api/docs/swagger-ui-bundle.js', '/api/docs-json']);
    for (const part of parts) expect([part, (await fetch(`${http.url}${part}`)).status]).toEqual([part, 200]);
  });
});
