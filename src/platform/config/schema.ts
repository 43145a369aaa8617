import { z } from 'zod';
import { TENANT_NAME } from '../common/tenant.js';
import { isTimeZone } from '../common/time-zone.js';
import { ROLES } from './roles.js';

const count = (least: number, most: number) => z.number().int().min(least).max(most);
const days = () => count(0, 36_500);
const milliseconds = () => count(1, 3_600_000);
const bytes = () => count(1024, 1_073_741_824);
const share = () => z.number().min(0).max(1);
const price = () => z.number().min(0).max(1_000_000);
const treatment = () => z.enum(['off', 'mask', 'hash']);
const names = () => z.array(z.string().min(1));
/** What names where a secret is kept: `env:NAME` or `file:/path`. */
export const SECRET_REFERENCE = /^(env:[A-Za-z_]\w*|file:\/.+)$/;

/** The secret itself: a reference would be taken for one that everybody knows. */
const secret = () =>
  z.string().refine((text) => !SECRET_REFERENCE.test(text), {
    error: 'expected the secret itself, or ${NAME} for a variable of the environment; references are for other keys',
  });

const MATRIX_KEY =
  /^(PENDING_ACTION|PENDING_SLOT|NONE):(AFFIRM|NEGATE|EDIT|RESET|QUESTION|NEW_REQUEST|GREETING|ANSWER)$/;
const stateCode = () => z.string().regex(/^[^a-z]+$/, 'state codes are written in upper case');
const toolCode = () => z.string().regex(/^[^\s[\]]+$/, 'a tool code has no spaces and no brackets');

const flow = z.object({
  language: z.string().regex(/^[A-Za-z0-9]+([_-][A-Za-z0-9]+)*$/, 'expected the name of a language, such as en or de'),
  languageDirectory: z.string(),
  editFiles: z.boolean(),
  clockHours: z.union([z.literal('LANGUAGE'), z.literal(12), z.literal(24)]),
  timeZone: z.string().refine(isTimeZone, 'expected the name of a time zone, such as Europe/Berlin or UTC'),
  conversationHistory: z.object({ maxTurns: count(0, 1000) }),
  queryRewrite: z.object({ enabled: z.boolean() }),
  dialogueAct: z.object({
    resolute: z.enum(['REGEX_ONLY', 'REGEX_THEN_LLM', 'LLM_ONLY']),
    llmThreshold: share(),
    consentFloor: share(),
  }),
  interactionPolicy: z.object({
    executePendingOnAffirm: z.boolean(),
    rejectPendingOnNegate: z.boolean(),
    fillPendingSlotOnNonNewRequest: z.boolean(),
    requireResolvedIntentAndState: z.boolean(),
    matrix: z.record(
      z.string().regex(MATRIX_KEY, 'expected SUBJECT:ACT, such as PENDING_ACTION:AFFIRM'),
      z.enum(['EXECUTE_PENDING_ACTION', 'REJECT_PENDING_ACTION', 'FILL_PENDING_SLOT', 'RECLASSIFY_INTENT']),
    ),
  }),
  actionLifecycle: z.object({
    enabled: z.boolean(),
    ttlTurns: z.number().int(),
    ttlMinutes: z.number().int(),
    sweepSeconds: count(0, 3600),
    maxAttempts: count(1, 100),
  }),
  schedules: z.object({ maxTimes: count(1, 10_000), maxDays: count(1, 3_660), catchUpMinutes: count(0, 44_640) }),
  toolOrchestration: z.object({ enabled: z.boolean() }),
  guardrail: z.object({
    enabled: z.boolean(),
    sanitizeInput: z.boolean(),
    requireApprovalForSensitiveActions: z.boolean(),
    approvalGateFailClosed: z.boolean(),
    sensitivePatterns: names(),
  }),
  stateGraph: z.object({
    enabled: z.boolean(),
    softBlockOnViolation: z.boolean(),
    enforce: z.boolean(),
    allowedTransitions: z.record(stateCode(), z.array(stateCode())),
  }),
  disambiguation: z.object({ enabled: z.boolean(), maxOptions: count(1, 100) }),
  memory: z.object({
    enabled: z.boolean(),
    summaryMaxChars: count(1, 100_000),
    recentTurnsForSummary: count(1, 100),
  }),
  response: z.object({ defaultText: z.string() }),
  validation: z.enum(['strict', 'lenient']),
});

type ModelKeys = { readonly provider: string; readonly baseUrl: string; readonly model: string };

function namesModel(value: ModelKeys, context: z.RefinementCtx<ModelKeys>): void {
  if (value.provider === 'none') return;
  for (const key of ['baseUrl', 'model'] as const) {
    if (value[key] !== '') continue;
    context.addIssue({ code: 'custom', path: [key], message: `needed by the provider ${value.provider}` });
  }
}

const llm = z
  .object({
    provider: z.enum(['none', 'openai-compatible', 'openai-responses']),
    baseUrl: z.string().regex(/^(https?:\/\/\S+)?$/, 'expected an http:// or https:// address'),
    model: z.string(),
    apiKey: secret(),
    timeoutMs: milliseconds(),
    maxAttempts: count(1, 10),
    logPrompts: z.boolean(),
    prices: z.object({ input: price(), output: price() }),
  })
  .superRefine(namesModel);

const embeddings = z
  .object({
    provider: z.enum(['none', 'openai-compatible']),
    baseUrl: z.string().regex(/^(https?:\/\/\S+)?$/, 'expected an http:// or https:// address'),
    model: z.string(),
    apiKey: secret(),
    timeoutMs: milliseconds(),
    questionTimeoutMs: milliseconds(),
    batchSize: count(1, 2048),
    maxTexts: count(1, 1_000_000),
    minSimilarity: share(),
    sureSimilarity: share(),
  })
  .superRefine(namesModel);

const rootName = () => z.string().regex(/^[A-Za-z0-9][\w-]*$/, 'a root is named by letters, digits, _ and -');

const files = z
  .object({
    roots: z.record(rootName(), z.string().min(1)),
    writableRoots: z.array(rootName()),
    extensions: z.array(z.string().regex(/^[a-z0-9]+$/, 'an extension is written in lower case, without its dot')),
    maxFileBytes: bytes(),
    pageBytes: bytes(),
  })
  .superRefine(({ roots, writableRoots }, context) => {
    for (const name of writableRoots.filter((root) => !Object.hasOwn(roots, root))) {
      context.addIssue({ code: 'custom', path: ['writableRoots'], message: `there is no root "${name}"` });
    }
  });

const secretReference = () =>
  z.string().regex(/^(env:[A-Za-z_]\w*|file:\/.+)?$/, 'expected env:NAME or file:/path, never the secret itself');
/** The address of a server, without a `/` at its end, or nothing. */
const serverUrl = () =>
  z.string().regex(/^(https?:\/\/[^\s/?#@]+(\/[^\s?#]*[^\s?#/])?)?$/, 'expected an http:// or https:// address');
const httpUrl = () => z.string().regex(/^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/, 'expected an http:// or https:// address');
const address = () => z.string().regex(/^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/, 'expected an e-mail address');

const notification = z
  .object({
    smtp: z.object({
      host: z.string(),
      port: count(1, 65_535),
      security: z.enum(['tls', 'starttls', 'none']),
      user: z.string(),
      password: secretReference(),
      from: z.union([address(), z.literal('')]),
    }),
    webhooks: z.record(z.string().min(1), httpUrl()),
    webhookSecret: secretReference(),
    templates: z.record(
      z.string().min(1),
      z.object({ subject: z.string().min(1), text: z.string().min(1), html: z.string().optional() }).strict(),
    ),
    allowedRecipients: z.array(
      z.string().regex(/^(\*|[^\s@]*@[^\s@]+)$/, 'expected an address, @domain for all of a domain, or *'),
    ),
    timeoutMs: milliseconds(),
    dryRun: z.boolean(),
  })
  .superRefine(({ smtp, webhooks: addresses, webhookSecret, templates }, context) => {
    const isOff = smtp.host === '' && Object.keys(addresses).length === 0;
    const complain = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (!isOff && Object.keys(templates).length === 0) complain(['templates'], 'needed where anything can be sent');
    if (smtp.host !== '' && smtp.from === '') complain(['smtp', 'from'], 'needed where there is an smtp.host');
    if (Object.keys(addresses).length > 0 && webhookSecret === '') {
      complain(['webhookSecret'], 'needed where there are webhooks');
    }
  });

const restate = z
  .object({
    ingressUrl: serverUrl(),
    adminUrl: serverUrl(),
    endpointUrl: serverUrl(),
    host: z.string().min(1),
    port: count(1, 65_535),
    serviceName: z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,99}$/, 'expected letters, digits and _, and a letter first'),
  })
  .superRefine(({ ingressUrl, adminUrl, endpointUrl }, context) => {
    if (ingressUrl === '' || adminUrl === '' || endpointUrl !== '') return;
    context.addIssue({ code: 'custom', path: ['endpointUrl'], message: 'needed where there is an admin-url' });
  });

const webhooks = z
  .object({
    url: z.string().regex(/^(https?:\/\/[^\s/?#@]+([/?#]\S*)?)?$/, 'expected an http:// or https:// address'),
    secret: secret(),
    format: z.enum(['json', 'cloudevents']),
    timeoutMs: count(1, 60_000),
    maxAgeMinutes: count(1, 43_200),
    pollSeconds: count(0, 3600),
  })
  .superRefine(({ url, secret }, context) => {
    const complain = (message: string) => context.addIssue({ code: 'custom', path: ['secret'], message });
    if (url !== '' && secret === '') complain('needed where there is a webhooks.url');
    const [, encoded] = /^whsec_(.*)$/.exec(secret) ?? [];
    if (encoded !== undefined && !isKey(encoded)) complain('expected whsec_ and the Base64 of 24 to 64 bytes');
  });

/** A key as Standard Webhooks wants it, in Base64. */
function isKey(encoded: string): boolean {
  const { length } = Buffer.from(encoded, 'base64');
  return /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && length >= 24 && length <= 64;
}

/** Those of public keys: with the others, whoever can check a token could make one. */
const TOKEN_ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

const tenantName = () =>
  z.string().regex(TENANT_NAME, 'expected up to 63 letters, digits, dots, dashes and underscores');

const oidc = z
  .object({
    // Whoever can change what comes over http makes tokens of their own.
    issuer: z
      .string()
      .regex(
        /^(https:\/\/[^\s?#@]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/[^\s?#@]*)?)?$/,
        'expected an https:// address',
      ),
    audience: names(),
    algorithms: z.array(z.enum(TOKEN_ALGORITHMS)).min(1),
    clockToleranceSeconds: count(0, 300),
    roleClaim: z.string().min(1),
    roles: z.record(z.string().min(1), z.enum(ROLES)),
    tenantClaim: z.string(),
    defaultRole: z.enum(['', ...ROLES]),
    clientId: z.string(),
    clientSecret: secret(),
    scopes: z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'expected the name of a scope')),
  })
  .superRefine(({ issuer, audience, clientId, scopes }, context) => {
    const say = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message });
    if (issuer !== '' && audience.length === 0) say('audience', 'needed where there is an auth.oidc.issuer');
    if (clientId === '') return;
    if (issuer === '') say('issuer', 'needed where there is an auth.oidc.client-id');
    if (!scopes.includes('openid')) say('scopes', 'openid has to be one of them');
  });

const hostPattern = () =>
  z
    .string()
    .regex(
      /^(\*|(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(:\d{1,5})?$/i,
      'expected a host, *.domain or *, with or without :port; IPv6 addresses in brackets',
    );

const egress = z.object({
  allowHosts: z.array(hostPattern()),
  allowPrivateHosts: z.array(hostPattern()),
  allowHttp: z.boolean(),
  ports: z.array(count(1, 65_535)),
  maxRedirects: count(0, 10),
});

/** The contract's names; the ranges are those the 2.0.7 engine pulls its settings into. */
const httpApiDefaults = z.object({
  connectTimeoutMs: count(100, 3_600_000),
  readTimeoutMs: count(100, 3_600_000),
  maxAttempts: count(1, 10),
  initialBackoffMs: count(0, 3_600_000),
  maxBackoffMs: count(0, 3_600_000),
  backoffMultiplier: z.number().min(1).max(100),
  circuitBreakerEnabled: z.boolean(),
  circuitFailureThreshold: count(1, 1_000_000),
  circuitOpenMs: count(1_000, 86_400_000),
  retryStatusCodes: z.array(count(300, 599)),
  retryOnIoException: z.boolean(),
});

const identifier = () =>
  z.string().regex(/^[A-Za-z0-9_$]+(\.[A-Za-z0-9_$]+)*$/, {
    error: ({ input }) => `Unsafe or blank DB knowledge identifier: ${String(input)}`,
  });

const knowledge = z.object({
  enabled: z.boolean(),
  toolCode: toolCode(),
  maxResults: count(1, 1000),
  scanLimit: count(1, 1_000_000),
  minScore: share(),
  queryCatalogTable: identifier(),
  queryTextColumn: identifier(),
  queryDescriptionColumn: identifier(),
  preparedSqlColumn: identifier(),
  tagsColumn: identifier(),
  apiHintsColumn: identifier(),
  schemaCatalogTable: identifier(),
  schemaTableNameColumn: identifier(),
  schemaColumnNameColumn: identifier(),
  schemaDescriptionColumn: identifier(),
  schemaTagsColumn: identifier(),
});

const serverSettings = z
  .strictObject({
    command: z.string().min(1).optional(),
    args: z.array(z.string()).default([]),
    env: z.record(z.string().min(1), z.string()).default({}),
    url: httpUrl().optional(),
    headers: z.record(z.string().min(1), secretReference().min(1)).default({}),
    tools: names().default(['*']),
    read: names().default([]),
    intent: z.string().min(1).default('ANY'),
    state: z.string().min(1).default('ANY'),
    timeout: milliseconds().optional(),
  })
  .refine(({ command, url }) => (command === undefined) !== (url === undefined), 'needs either a command or a url');

const clientName = () => z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, 'expected a name of letters, digits, _ and -');

const TENANT_KEYS = 'secrets, llm.model, llm.base-url, llm.api-key, limits.per-minute and limits.turns-in-progress';

/** What one tenant has in the place of the settings of the service, which are called the same. */
const tenantSettings = z.strictObject(
  {
    secrets: z.record(secretReference().min(1), secretReference().min(1)).default({}),
    'llm.model': z.string().min(1).optional(),
    'llm.base-url': httpUrl().optional(),
    'llm.api-key': secretReference().min(1).optional(),
    'limits.per-minute': count(1, 1_000_000).optional(),
    'limits.turns-in-progress': count(1, 100_000).optional(),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `has no ${issue.keys.join(', ')}; its keys are ${TENANT_KEYS}` : undefined,
  },
);

const mcpServer = z.object({
  enabled: z.boolean(),
  allowedHosts: names(),
  clients: z.record(
    clientName(),
    z.strictObject({
      key: secretReference().min(1),
      intents: names().default([]),
      states: names().default([]),
      tools: names().default(['*']),
      kind: z.enum(['agent', 'service']).default('agent'),
      tenant: tenantName().optional(),
    }),
  ),
  maxSessions: count(1, 100_000),
  sessionIdleMinutes: count(1, 10_080),
  replayEvents: count(0, 100_000),
  consentTimeoutMs: milliseconds(),
});

/**
 * Every `convengine.*` key, its type and its range, with kebab-case written in camelCase
 * (`flow.actionLifecycle.ttlTurns` is `convengine.flow.action-lifecycle.ttl-turns`). Defaults and meanings are in
 * `config/default.yaml`.
 */
export const configSchema = z.object({
  database: z.object({
    url: z.string().regex(/^(sqlite:\S|postgres(ql)?:\/\/)/i, 'expected sqlite:PATH or postgres://…'),
    poolSize: count(1, 1000),
    statementTimeoutMs: count(0, 3_600_000),
    lockTimeoutMs: count(0, 3_600_000),
    transactionTimeoutMs: count(0, 3_600_000),
    migrateOnStart: z.boolean(),
  }),
  http: z.object({
    port: count(0, 65_535),
    host: z.string(),
    allowedHosts: names(),
    corsOrigins: names(),
    trustedProxies: names(),
    bodyLimitBytes: bytes(),
    publicUrl: serverUrl(),
  }),
  consent: z.object({
    highRisk: z.enum(['PLAIN', 'STRONG', 'TYPED']),
    agents: z.object({ tools: names(), maxRisk: z.enum(['LOW', 'MEDIUM', 'HIGH']) }),
    clientApprovals: z.boolean(),
    linkMinutes: count(1, 10_080),
    views: names(),
    // What the rule refuses must not stand in its message: the value is a secret.
    pageCode: secret().regex(
      /^(|(?=.*\S).{12,})$/s,
      'choose a code of at least 12 characters, or leave it empty to give programs no links',
    ),
  }),
  security: z.object({ adminApiKey: secret(), conversationApiKey: secret() }),
  auth: z.object({
    tenant: tenantName(),
    openToNetwork: z.boolean(),
    oidc,
    session: z.object({ idleMinutes: count(1, 1440), hours: count(1, 720) }),
  }),
  handlers: z.object({ directories: names() }),
  capabilities: z.object({ directories: names(), watch: z.boolean() }),
  toolPackages: z.record(
    clientName(),
    z.strictObject({
      manifest: z.string().min(1),
      intent: z.string().min(1).default('ANY'),
      state: z.string().min(1).default('ANY'),
    }),
  ),
  turn: z.object({ deadlineMs: milliseconds(), busyWaitMs: count(0, 3_600_000), leaseMs: count(200, 600_000) }),
  limits: z.object({
    messageChars: count(1, 1_000_000),
    inputParamsBytes: bytes(),
    attachments: count(1, 1000),
    attachmentBytes: count(0, 268_435_456),
    contextBytes: bytes(),
    jsonDepth: count(1, 200),
    toolResultBytes: bytes(),
    turnsInProgress: count(1, 100_000),
    turnsInProgressOfTenant: count(0, 100_000),
    perMinute: z.object({
      address: count(0, 1_000_000),
      key: count(0, 1_000_000),
      tenant: count(0, 1_000_000),
      conversation: count(0, 1_000_000),
    }),
  }),
  llm,
  embeddings,
  flow,
  audit: z.object({
    enabled: z.boolean(),
    level: z.enum(['FULL', 'STANDARD', 'OUTCOMES', 'OFF', 'ERROR_ONLY', 'ALL', 'NONE']),
    includeStages: names(),
    excludeStages: names(),
    persistMeta: z.boolean(),
    redactKeys: names(),
  }),
  privacy: z.object({
    keepConsent: z.boolean(),
    detectors: z.object({
      card: treatment(),
      email: treatment(),
      phone: treatment(),
      iban: treatment(),
      nationalId: treatment(),
    }),
    phoneCountries: z.array(z.string().regex(/^[A-Z]{2}$/, 'expected the code of a country, such as DE')),
  }),
  encryption: z.object({ keys: z.array(secretReference().min(1)) }),
  retention: z.object({
    everyMinutes: count(0, 10_080),
    conversationDays: days(),
    evidenceDays: days(),
    auditDays: days(),
    replyDays: days(),
    modelCallDays: days(),
    eventDays: days(),
  }),
  webhooks,
  stream: z.object({ heartbeatSeconds: count(1, 3600), replayLimit: count(1, 100_000) }),
  mcp: z.object({
    toolMaxLoops: count(1, 100),
    plannerTimeMs: milliseconds(),
    plannerObservationChars: count(200, 1_000_000),
    toolTimeoutMs: milliseconds(),
    groupsWithoutCode: names(),
    gatewayTools: z.object({ enabled: z.boolean(), above: count(0, 100_000) }),
    db: z.object({
      url: z.string().regex(/^$|^(sqlite:\S|postgres(ql)?:\/\/)/i, 'expected sqlite:PATH, postgres://… or nothing'),
      poolSize: count(1, 100),
      allowedTables: z.array(
        z.string().regex(/^(\*|([^\s.*]+\.)?[^\s.*]+|[^\s.*]+\.\*)$/, 'expected NAME, SCHEMA.NAME, SCHEMA.* or *'),
      ),
      allowedFunctions: names(),
      knowledge,
    }),
    server: mcpServer,
    servers: z.record(clientName(), serverSettings),
    guardrail: z.object({
      enabled: z.boolean(),
      failClosed: z.boolean(),
      allowedNextByCurrentTool: z.record(toolCode(), z.array(toolCode())),
    }),
    calculator: z.object({ transformTimeoutMs: milliseconds() }),
    files,
    notification,
    documents: z.object({
      maxFileBytes: bytes(),
      maxTextBytes: bytes(),
      maxMemoryBytes: count(134_217_728, 17_179_869_184),
      timeoutMs: milliseconds(),
      maxChunks: count(1, 1_000_000),
      maxResults: count(1, 100),
    }),
    workflows: z.object({ timeoutMs: count(1, 86_400_000), leaseMs: count(200, 600_000), restate }),
    httpApi: z.object({ defaults: httpApiDefaults }),
  }),
  egress,
  shippedTools: z.object({
    legacyRuleConversion: z.object({
      enabled: z.boolean(),
      review: z.enum(['off', 'optional', 'required']),
    }),
    computeDeltaSc: z.object({
      enabled: z.boolean(),
      profile: z.enum(['spec', 'reference']),
      history: z.enum(['old', 'neighbours']),
      clusterDistance: z.enum(['cosine', 'euclidean', 'manhattan']),
    }),
  }),
  tenants: z.record(tenantName(), tenantSettings),
  metrics: z.object({ port: count(0, 65_535), host: z.string().min(1) }),
  log: z.object({ level: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']) }),
});

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** The effective configuration: complete, in range and frozen. */
export type ConvEngineConfig = DeepReadonly<z.infer<typeof configSchema>>;
