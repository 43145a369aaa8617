import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EngineError } from '../common/errors.js';
import { loadConfig } from './load-config.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'convengine-config-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(directory, name)), { recursive: true });
  writeFileSync(join(directory, name), text);
}

function load(env: NodeJS.ProcessEnv = {}, overrides: Record<string, unknown> = {}) {
  return loadConfig({ directory, env, overrides });
}

function problemsOf(env: NodeJS.ProcessEnv = {}, overrides: Record<string, unknown> = {}): string[] {
  try {
    load(env, overrides);
  } catch (error) {
    if (error instanceof EngineError && error.code === 'CONFIGURATION_INVALID') {
      return error.message.split('\n  ').slice(1);
    }
    throw error;
  }
  return [];
}

describe('the order of the sources', () => {
  it('lets the working directory, then CONVENGINE_CONFIG, then the environment, then overrides win', () => {
    write(
      'config/convengine.yaml',
      'convengine: { http: { port: 1, host: a }, turn: { deadline-ms: 1, busy-wait-ms: 1 } }',
    );
    write('extra.yaml', 'convengine:\n  http:\n    port: 2\n  turn: { deadline-ms: 2, busy-wait-ms: 2 }\n');
    write('last.yaml', 'convengine.turn.deadline-ms: 3');
    const env = { CONVENGINE_CONFIG: 'extra.yaml, last.yaml', CONVENGINE_HTTP_PORT: '4' };
    const { config, origins } = load(env, { 'convengine.http.port': 5, convengine: { log: { level: undefined } } });
    expect(config.http).toMatchObject({ port: 5, host: 'a' });
    expect(config.turn).toMatchObject({ deadlineMs: 3, busyWaitMs: 2 });
    expect(origins.get('convengine.http.port')).toBe('command line');
    expect(origins.get('convengine.turn.busy-wait-ms')).toBe('extra.yaml:4');
    expect(load(env).origins.get('convengine.http.port')).toBe('environment CONVENGINE_HTTP_PORT');
  });

  it('lets files named by the caller win over CONVENGINE_CONFIG', () => {
    write('one.yaml', 'convengine.http.port: 1');
    write('two.yaml', 'convengine.http.port: 2');
    const { config } = loadConfig({ directory, env: { CONVENGINE_CONFIG: 'two.yaml' }, files: ['one.yaml'] });
    expect(config.http.port).toBe(1);
  });

  it('reads config/convengine.yml where there is no config/convengine.yaml', () => {
    write('config/convengine.yml', 'convengine.http.port: 7');
    expect(load().config.http.port).toBe(7);
  });

  it('adds the entries of a map to those of earlier sources, and replaces lists', () => {
    write(
      'config/convengine.yaml',
      'convengine:\n  flow.interaction-policy.matrix: { PENDING_SLOT:EDIT: RECLASSIFY_INTENT }\n  audit.redact-keys: [pin]\n',
    );
    const { config } = load();
    expect(config.flow.interactionPolicy.matrix).toMatchObject({
      'PENDING_ACTION:AFFIRM': 'EXECUTE_PENDING_ACTION',
      'PENDING_SLOT:EDIT': 'RECLASSIFY_INTENT',
    });
    expect(config.audit.redactKeys).toEqual(['pin']);
  });

  it('ignores sections that hold nothing', () => {
    write('config/convengine.yaml', 'convengine:\n  http:\n  turn: {}\n');
    expect(load().config.http.port).toBe(3000);
    write('config/convengine.yaml', '# nothing yet\n');
    expect(load().config.http.port).toBe(3000);
  });
});

describe('the environment', () => {
  it('gives numbers, booleans, lists and maps as YAML, and text as it is', () => {
    const { config } = load({
      CONVENGINE_FLOW_ACTION_LIFECYCLE_TTL_TURNS: '5',
      CONVENGINE_FLOW_STATE_GRAPH_ENFORCE: 'true',
      CONVENGINE_HANDLERS_DIRECTORIES: '[handlers, more]',
      CONVENGINE_FLOW_STATE_GRAPH_ALLOWED_TRANSITIONS: '{IDLE: [ANALYZE]}',
      CONVENGINE_LLM_MODEL: '4.10',
      CONVENGINE_LLM_API_KEY: 'true: [',
    });
    expect(config.flow.actionLifecycle.ttlTurns).toBe(5);
    expect(config.flow.stateGraph).toMatchObject({ enforce: true, allowedTransitions: { IDLE: ['ANALYZE'] } });
    expect(config.handlers.directories).toEqual(['handlers', 'more']);
    expect(config.llm).toMatchObject({ model: '4.10', apiKey: 'true: [' });
  });

  it('knows the short names, which full names override', () => {
    const short = {
      DATABASE_URL: 'postgres://h/d',
      PORT: '81',
      LOG_LEVEL: 'warn',
      OPENAI_API_KEY: 'a',
      LLM_API_KEY: 'b',
    };
    const { config, origins } = load({ ...short, CONVENGINE_HTTP_PORT: '82' });
    expect(config.database.url).toBe('postgres://h/d');
    expect(config.http.port).toBe(82);
    expect(config.log.level).toBe('warn');
    expect(config.llm.apiKey).toBe('b');
    expect(origins.get('convengine.database.url')).toBe('environment DATABASE_URL');
  });

  it('counts an empty variable as not set', () => {
    expect(load({ PORT: '', CONVENGINE_LOG_LEVEL: '' }).config.http.port).toBe(3000);
  });

  it('fills placeholders in YAML values, with their default where the variable is not set', () => {
    write(
      'config/convengine.yaml',
      `convengine:
  database: { url: 'postgres://app:\${DB_PASSWORD}@\${DB_HOST:localhost:5432}/app' }
  http: { port: '\${WEB_PORT:8080}', cors-origins: ['https://\${SITE}'] }
`,
    );
    const { config } = load({ DB_PASSWORD: 's', SITE: 'example.org' });
    expect(config.database.url).toBe('postgres://app:s@localhost:5432/app');
    expect(config.http).toMatchObject({ port: 8080, corsOrigins: ['https://example.org'] });
  });

  it('does not fill placeholders in what the environment itself says', () => {
    expect(load({ CONVENGINE_LLM_MODEL: `\${HOME}`, HOME: '/root' }).config.llm.model).toBe(`\${HOME}`);
  });

  it('is not disturbed by the variables that Kubernetes adds beside a service called convengine', () => {
    const links = {
      CONVENGINE_SERVICE_HOST: '10.0.0.1',
      CONVENGINE_PORT: 'tcp://10.0.0.1:3000',
      CONVENGINE_PORT_3000_TCP_ADDR: 'x',
    };
    expect(problemsOf(links)).toEqual([]);
  });
});

describe('what is wrong', () => {
  it('is a code of the consent page that can be guessed, which is not shown', () => {
    const problem =
      'convengine.consent.page-code (environment CONVENGINE_CONSENT_PAGE_CODE): choose a code of at least 12 characters, ' +
      'or leave it empty to give programs no links';
    for (const code of ['guessme', ' '.repeat(20)]) {
      expect(problemsOf({ CONVENGINE_CONSENT_PAGE_CODE: code })).toEqual([problem]);
    }
    expect(problemsOf({ CONVENGINE_CONSENT_PAGE_CODE: '123456789012' })).toEqual([]);
  });

  it('is told all at once, each with its key and where it stands', () => {
    write(
      'config/convengine.yaml',
      `convengine:
  flow:
    gaurdrail:
      enabled: false
    dialogue-act: { resolute: REGEX, llm-threshold: 1.5 }
  http:
    port: "80"
  log: debug
`,
    );
    expect(
      problemsOf({
        CONVENGINE_HTTP_PROT: '1',
        CONVENGINE_TURN_DEADLINE_MS: 'soon',
        CONVENGINE_HANDLERS_DIRECTORIES: 'handlers',
      }),
    ).toEqual([
      'convengine.flow.gaurdrail.enabled (config/convengine.yaml:4): unknown key, did you mean convengine.flow.guardrail.enabled?',
      'convengine.log (config/convengine.yaml:8): is a group of keys, not a value',
      'CONVENGINE_HTTP_PROT (environment): unknown variable, did you mean CONVENGINE_HTTP_PORT?',
      'convengine.http.port (config/convengine.yaml:7): expected number, received string',
      'convengine.handlers.directories (environment CONVENGINE_HANDLERS_DIRECTORIES): expected a list, such as [first, second]',
      'convengine.turn.deadline-ms (environment CONVENGINE_TURN_DEADLINE_MS): expected number, received string',
      'convengine.flow.dialogue-act.resolute (config/convengine.yaml:5): expected one of "REGEX_ONLY"|"REGEX_THEN_LLM"|"LLM_ONLY"',
      'convengine.flow.dialogue-act.llm-threshold (config/convengine.yaml:5): Too big: expected number to be <=1',
    ]);
  });

  it('says of a variable like none of ours that its name is to be another', () => {
    expect(problemsOf({ CONVENGINE_MY_SECRET: 's' })).toEqual([
      'CONVENGINE_MY_SECRET (environment): unknown variable; a variable of your own, such as that of a secret, needs a name that does not begin with CONVENGINE_',
    ]);
  });

  it('names the values that there are, and a port that is none', () => {
    write('config/convengine.yaml', 'convengine:\n  flow: { clock-hours: 13 }\n  http: { port: 99999 }\n');
    expect(problemsOf()).toEqual([
      'convengine.http.port (config/convengine.yaml:3): Too big: expected number to be <=65535',
      'convengine.flow.clock-hours (config/convengine.yaml:2): expected one of LANGUAGE, 12, 24',
    ]);
  });

  it('is also given as a list for programs', () => {
    try {
      load({}, { 'convengine.http.port': -1 });
      expect.unreachable();
    } catch (error) {
      expect((error as EngineError).data).toEqual({
        problems: [
          { key: 'convengine.http.port', origin: 'command line', problem: 'Too small: expected number to be >=0' },
        ],
      });
    }
  });

  it('includes unknown keys that resemble nothing, without a guess', () => {
    expect(problemsOf({}, { spring: { datasource: 1 } })).toEqual(['spring.datasource (command line): unknown key']);
  });

  it('includes entries of maps and lists', () => {
    const matrix = { 'PENDING_ACTION:AFIRM': 'EXECUTE_PENDING_ACTION', 'NONE:AFFIRM': 'GO' };
    expect(
      problemsOf({}, { 'convengine.flow.interaction-policy.matrix': matrix, 'convengine.handlers.directories': [1] }),
    ).toEqual([
      'convengine.handlers.directories[0] (command line): expected string, received number',
      'convengine.flow.interaction-policy.matrix[PENDING_ACTION:AFIRM] (command line): expected SUBJECT:ACT, such as PENDING_ACTION:AFFIRM',
      expect.stringContaining('convengine.flow.interaction-policy.matrix[NONE:AFFIRM] (command line): expected one of'),
    ]);
  });

  it('includes YAML that cannot be read, without showing the text around it', () => {
    write('config/convengine.yaml', 'convengine:\n  llm:\n    api-key: "s3cret\n');
    const problems = problemsOf();
    expect(problems[0]).toContain('YAML (config/convengine.yaml:');
    expect(problems.join()).not.toContain('s3cret');
  });

  it('includes a key that is written twice', () => {
    write('config/convengine.yaml', 'convengine:\n  http: { port: 1 }\n  http: { port: 2 }\n');
    expect(problemsOf()).toEqual(['YAML (config/convengine.yaml:3): Map keys must be unique']);
  });

  it('includes named files that are not there', () => {
    expect(problemsOf({ CONVENGINE_CONFIG: 'nowhere.yaml' })[0]).toBe(
      `file (nowhere.yaml): does not exist in ${directory}; correct its name, or leave it out`,
    );
  });

  it('includes placeholders that nothing fills', () => {
    write('config/convengine.yaml', `convengine.llm.api-key: \${SECRET_FROM_VAULT}`);
    expect(problemsOf()).toEqual([
      `convengine.llm.api-key (config/convengine.yaml:1): the environment variable SECRET_FROM_VAULT is not set, and \${SECRET_FROM_VAULT:default} gives no default`,
    ]);
  });

  it('includes a model provider without an address or a model', () => {
    expect(problemsOf({}, { 'convengine.llm.provider': 'openai-compatible' })).toEqual([
      expect.stringMatching(/^convengine\.llm\.base-url .*needed by the provider openai-compatible$/),
      expect.stringMatching(/^convengine\.llm\.model .*needed by the provider openai-compatible$/),
    ]);
  });

  it('includes a time zone that does not exist', () => {
    expect(problemsOf({ CONVENGINE_FLOW_TIME_ZONE: 'Europe/Atlantis' })).toEqual([
      expect.stringMatching(/^convengine\.flow\.time-zone .*expected the name of a time zone/),
    ]);
    expect(problemsOf({ CONVENGINE_FLOW_TIME_ZONE: 'Europe/Berlin' })).toEqual([]);
  });

  it('asks where the service can be reached that registers itself with Restate', () => {
    const restate = {
      'convengine.mcp.workflows.restate.ingress-url': 'http://restate:8080',
      'convengine.mcp.workflows.restate.admin-url': 'http://restate:9070',
    };
    expect(problemsOf({}, restate)).toEqual([
      expect.stringMatching(/^convengine\.mcp\.workflows\.restate\.endpoint-url .*needed where there is an admin-url$/),
    ]);
    const endpoint = { 'convengine.mcp.workflows.restate.endpoint-url': 'http://convengine:9081' };
    expect(problemsOf({}, { ...restate, ...endpoint })).toEqual([]);
  });

  it('asks for a secret where there is a webhook, and refuses an address with a password in it', () => {
    expect(problemsOf({ CONVENGINE_WEBHOOKS_URL: 'https://chat.example.org/hook' })).toEqual([
      expect.stringMatching(/^convengine\.webhooks\.secret .*needed where there is a webhooks\.url$/),
    ]);
    const secret = { CONVENGINE_WEBHOOKS_SECRET: 's' };
    expect(problemsOf({ ...secret, CONVENGINE_WEBHOOKS_URL: 'https://chat.example.org:8443/hook?a=b@c' })).toEqual([]);
    expect(problemsOf({ ...secret, CONVENGINE_WEBHOOKS_URL: 'https://user:pass@chat.example.org/' })).toHaveLength(1);
  });

  it.each([
    ['YQ==', false],
    ['no base64 at all, but long enough for one', false],
    [Buffer.alloc(24).toString('base64'), true],
    [Buffer.alloc(64).toString('base64'), true],
    [Buffer.alloc(65).toString('base64'), false],
  ])('takes whsec_%s as the secret of Standard Webhooks: %s', (key, isTaken) => {
    expect(problemsOf({ CONVENGINE_WEBHOOKS_SECRET: `whsec_${key}` })).toEqual(
      isTaken
        ? []
        : [expect.stringMatching(/^convengine\.webhooks\.secret .*expected whsec_ and the Base64 of 24 to 64/)],
    );
  });

  it.each([
    'security.admin-api-key',
    'security.conversation-api-key',
    'consent.page-code',
    'auth.oidc.client-secret',
    'llm.api-key',
    'embeddings.api-key',
    'webhooks.secret',
  ])('takes no reference for %s, which is the secret itself', (key) => {
    for (const value of ['env:SOME_VARIABLE', 'file:/run/secrets/key']) {
      const load = () =>
        loadConfig({ env: {}, directory: '/nonexistent', overrides: { [`convengine.${key}`]: value } });
      expect(load).toThrow(/expected the secret itself, or \$\{NAME\}/);
    }
  });
});
