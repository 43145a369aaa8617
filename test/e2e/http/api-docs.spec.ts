import SwaggerParser from '@apidevtools/swagger-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiDocument, apiDocument, type Operation } from '../../helpers/api-document.js';
import { openSqlite, type TestDatabase } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';

describe('the API documentation', () => {
  let opened: TestDatabase;
  let http: TestEngine;
  let document: ApiDocument;
  let operations: Operation[];

  beforeAll(async () => {
    opened = await openSqlite();
    http = await startEngine({ database: opened });
    document = apiDocument(http.app);
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
      'cancelWorkflowRun',
      'checkFile',
      'checkFlowEdits',
      'createResponse',
      'decideToolAction',
      'dryRunFlow',
      'eraseConversation',
      'eraseSubject',
      'exportActions',
      'exportSubject',
      'followConversation',
      'getAction',
      'getAudit',
      'getConversation',
      'getConversationHistory',
      'getFlow',
      'getFlowShadow',
      'getFlowVersion',
      'getHealth',
      'getMe',
      'getMetrics',
      'getSchedule',
      'getStatistics',
      'getTrace',
      'getWorkflowRun',
      'handBackConversation',
      'handOverConversation',
      'ingestDocument',
      'listActions',
      'listActionsAwaitingApproval',
      'listConversations',
      'listDocuments',
      'listFileVersions',
      'listFiles',
      'listFlowRows',
      'listFlowShadows',
      'listFlowTables',
      'listFlowVersions',
      'listGivenUpEvents',
      'listHandovers',
      'listHeldActions',
      'listMcpServers',
      'listModelCalls',
      'listSchedules',
      'listTools',
      'listTurns',
      'listWorkflowRuns',
      'postFeedback',
      'postMessage',
      'readFile',
      'refreshFlow',
      'refuseAction',
      'removeDocument',
      'replyAsPerson',
      'retryWorkflowRun',
      'revokeSchedule',
      'runAgent',
      'scoreLegacyRuleConversion',
      'sendEventsAgain',
      'settleHeldAction',
      'settleWorkflowStep',
      'signIn',
      'signOut',
      'signalWorkflowRun',
      'startFlowShadow',
      'stopFlowShadow',
      'switchFile',
      'switchFlow',
      'toolSavings',
      'undoFileVersion',
      'undoFlowVersion',
      'verifyConversation',
      'verifyErasure',
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

  it('is a valid OpenAPI 3.1 document, with nothing in it of 3.0', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    await SwaggerParser.validate(structuredClone(document) as never);
    const old: string[] = [];
    walkSchemas(document, (schema, path) => {
      if ('nullable' in schema || 'example' in schema) old.push(path);
      if (typeof schema.exclusiveMinimum === 'boolean' || typeof schema.exclusiveMaximum === 'boolean') old.push(path);
      const allowsNull = Array.isArray(schema.type) && schema.type.includes('null');
      if (allowsNull && Array.isArray(schema.enum) && !schema.enum.includes(null)) old.push(path);
    });
    expect(old).toEqual([]);
  });

  it('has schemas that are JSON Schema 2020-12', () => {
    const ajv = addFormats.default(new Ajv2020({ strict: false }));
    walkSchemas(document, (schema, path) => {
      expect([path, ajv.validateSchema(schema)]).toEqual([path, true]);
    });
  });

  it('refers to nothing that it does not define', () => {
    const references = JSON.stringify(document).match(/#\/components\/schemas\/\w+/g) ?? [];
    const defined = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(new Set(references)).toEqual(new Set(defined));
  });

  it('gives examples that fit their schemas', () => {
    const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
    ajv.addSchema({ $id: 'document', components: document.components });
    const { schemas } = document.components;
    const wrong = Object.entries(schemas).flatMap(([name, { examples = [] }]) => {
      const [example] = examples;
      if (example === undefined) return [];
      const isValid = ajv.validate({ $ref: `document#/components/schemas/${name}` }, example);
      return isValid ? [] : [`${name}: ${ajv.errorsText()}`];
    });
    expect(wrong).toEqual([]);
    expect(Object.keys(schemas).filter((name) => schemas[name]?.examples === undefined)).toEqual([
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

/** Each schema of the document, with where it stands. */
function walkSchemas(document: ApiDocument, look: (schema: Record<string, unknown>, path: string) => void): void {
  const walk = (value: unknown, path: string, isSchema: boolean): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isSchema && !Array.isArray(value)) look(value as Record<string, unknown>, path);
    for (const [key, part] of Object.entries(value)) {
      if (['example', 'examples', 'enum', 'default', 'const'].includes(key)) continue;
      const isMap = ['properties', 'schemas', 'anyOf', 'oneOf', 'allOf'].includes(key);
      if (isMap) for (const [name, one] of Object.entries(part as object)) walk(one, `${path}/${key}/${name}`, true);
      else walk(part, `${path}/${key}`, ['schema', 'items', 'additionalProperties'].includes(key));
    }
  };
  walk(document, '', false);
}
