import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/platform/common/json.js';
import { compileSchema } from '../../../src/platform/common/json-schema.js';
import { loadConfig } from '../../../src/platform/config/index.js';
import { verifyWebhook } from '../../../src/platform/outbox/index.js';
import { NotificationExecutor } from '../../../src/tools/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import { type MailServer, startMailServer } from '../../helpers/mail-server.js';
import { callTool } from '../../helpers/tool-calls.js';
import { WebhookReceiver } from '../../helpers/webhook-receiver.js';

const TEMPLATES = {
  booked: {
    subject: 'Booking {{reference}}',
    text: 'Hello {{guest.name}}, your reference is {{reference}}.',
    html: '<p>Hello <b>{{guest.name}}</b></p>',
  },
  plain: { subject: 'Hello', text: 'Nothing to fill in.' },
};
const VALUES = { reference: 'R-1', guest: { name: 'Zoë' } };
const MAIL = { channel: 'email', template: 'booked', to: ['ann@example.org'], values: VALUES };

describeOnEachDatabase('notifications', (open) => {
  let database: TestDatabase;
  let server: MailServer;
  const receiver = new WebhookReceiver();
  let conversationId: string;
  beforeAll(async () => {
    database = await open();
    server = await startMailServer();
    await receiver.start();
    process.env.TEST_NOTIFICATION_SECRET = 'whsec';
  });
  beforeEach(async () => {
    conversationId = randomUUID();
    await database.database.query('INSERT INTO ce_conversation (conversation_id) VALUES ($1)', [conversationId]);
    server.mails.length = 0;
    receiver.received = [];
  });
  afterAll(async () => {
    await server.close();
    await receiver.stop();
    delete process.env.TEST_NOTIFICATION_SECRET;
  });

  const notifier = (more: Record<string, unknown> = {}) => {
    const keys = {
      'smtp.host': '127.0.0.1',
      'smtp.port': server.port,
      'smtp.security': 'none',
      'smtp.from': 'desk@example.com',
      templates: TEMPLATES,
      'allowed-recipients': ['@example.org', 'Bob+x@elsewhere.net'],
      webhooks: { ops: receiver.url },
      'webhook-secret': 'env:TEST_NOTIFICATION_SECRET',
      'timeout-ms': 30_000,
      ...more,
    };
    const overrides = Object.entries(keys).map(([key, value]) => [`convengine.mcp.notification.${key}`, value]);
    const { config } = loadConfig({ env: {}, directory: '/nonexistent', overrides: Object.fromEntries(overrides) });
    return new NotificationExecutor(config.mcp.notification);
  };
  const send = (args: JsonObject, key: string | null = 'k.1', executor = notifier()) =>
    callTool(executor, args, { idempotencyKey: key, conversationId, database: database.database });
  const statusOf = async () => {
    const rows = await database.database.query('SELECT status FROM ce_notification WHERE conversation_id = $1', [
      conversationId,
    ]);
    return rows.map(({ status }) => status);
  };

  it('go out by e-mail, as text and HTML, from the template', async () => {
    const result = await send(MAIL);
    expect(result).toMatchObject({ status: 'SENT', channel: 'email', to: ['ann@example.org'] });
    const [mail] = server.mails;
    expect(mail?.to).toEqual(['ann@example.org']);
    for (const line of [
      'From: desk@example.com',
      'To: ann@example.org',
      'Subject: Booking R-1',
      `Message-ID: <${result.message_id}@example.com>`,
      'Auto-Submitted: auto-generated',
    ]) {
      expect(mail?.raw.split('\r\n')).toContain(line);
    }
    expect(mail?.raw).toContain('Hello Zo=C3=AB, your reference is R-1.');
    expect(await statusOf()).toEqual(['SENT']);
  });

  it('are not sent twice for one consent, however many ask at once', async () => {
    const results = await Promise.allSettled([send(MAIL), send(MAIL), send(MAIL)]);
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(await send(MAIL)).toMatchObject({ status: 'SENT', repeated: true });
    expect(server.mails).toHaveLength(1);
    await send(MAIL, 'k.2');
    expect(server.mails).toHaveLength(2);
  });

  it('that an interrupted attempt began are not sent again', async () => {
    await send(MAIL);
    await database.database.query(`UPDATE ce_notification SET status = 'SENDING' WHERE conversation_id = $1`, [
      conversationId,
    ]);
    await expect(send(MAIL)).rejects.toThrow('An earlier attempt may have sent this');
    expect(server.mails).toHaveLength(1);
  });

  it('that the server refused may be sent again', async () => {
    const refusing = await startMailServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      onRcptTo: (_address, _session, callback) => callback(new Error('no such mailbox')),
    });
    const executor = notifier({ 'smtp.port': refusing.port });
    await expect(send(MAIL, 'k.1', executor)).rejects.toThrow(/was not sent: .*no such mailbox/);
    await refusing.close();
    await expect(send(MAIL, 'k.1', executor)).rejects.toThrow(/was not sent: .*ECONNREFUSED/);
    expect(await statusOf()).toEqual(['FAILED']);
    expect(await send(MAIL)).toMatchObject({ status: 'SENT' });
  });

  it.each<[string, string, (socket: Socket) => unknown, JsonObject]>([
    ['that never greets', '', () => undefined, { 'timeout-ms': 1_500 }],
    ['that breaks off at the recipient', 'RCPT', (socket) => socket.destroy(), {}],
    ['that never answers to the sender', 'MAIL', () => undefined, { 'timeout-ms': 1_500 }],
    ['that does not speak TLS', '', (socket) => socket.write('220 here\r\n'), { 'smtp.security': 'tls' }],
  ])('are certainly not sent by a server %s, and may be sent again', async (_what, failsAt, fail, more) => {
    const failing = createServer((socket) => {
      socket.on('error', () => undefined);
      if (failsAt === '') return void fail(socket);
      socket.write('220 here\r\n');
      socket.on('data', (line) => {
        if (line.toString().startsWith(failsAt)) fail(socket);
        else socket.write('250 yes\r\n');
      });
    }).listen(0, '127.0.0.1');
    await once(failing, 'listening');
    const executor = notifier({ 'smtp.port': (failing.address() as AddressInfo).port, ...more });
    await expect(send(MAIL, 'k.1', executor)).rejects.toMatchObject({
      message: expect.stringContaining('The notification was not sent'),
      mayHaveHappened: false,
    });
    expect(await statusOf()).toEqual(['FAILED']);
    expect(await send(MAIL)).toMatchObject({ status: 'SENT' });
    failing.close();
  });

  it('are in doubt when the server took the text and never answers', async () => {
    const silent = await startMailServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      onData: (stream) => void stream.resume(),
      closeTimeout: 1,
    });
    const executor = notifier({ 'smtp.port': silent.port, 'timeout-ms': 1_500 });
    await expect(send(MAIL, 'k.1', executor)).rejects.toMatchObject({
      message: expect.stringContaining('Nobody knows whether the notification was sent'),
      mayHaveHappened: true,
    });
    await expect(send(MAIL)).rejects.toThrow('An earlier attempt may have sent this');
    expect(server.mails).toEqual([]);
    await silent.close();
  });

  it.each([
    [{ to: ['eve@evil.net'] }, 'to[0]'],
    [{ to: ['ann@example.org.evil.net'] }, 'to[0]'],
    [{ to: ['ann@example.org\r\nBcc: eve@evil.net'] }, 'to[0]'],
    [{ to: ['ann@example.org, eve@evil.net'] }, 'to[0]'],
    [{ to: ['"eve@evil.net" <ann@example.org>'] }, 'to[0]'],
    [{ to: ['eve@evil.net @example.org'] }, 'to[0]'],
    [{ to: [] }, 'to'],
    [{ to: ['ann@example.org'], template: 'other' }, 'template'],
    [{ to: ['ann@example.org'], values: { guest: { name: 'x' } } }, 'reference'],
    [{ to: ['ann@example.org'], subject: 'mine' }, 'subject'],
    [{ channel: 'webhook', to: ['https://evil.net'] }, 'to[0]'],
  ] as [JsonObject, string][])('refuse %j before anybody is asked', async (more, problem) => {
    await expect(send({ ...MAIL, ...more })).rejects.toThrow(problem);
    expect(server.mails).toEqual([]);
    expect(await statusOf()).toEqual([]);
  });

  it('may go to allowed addresses in any case, and to nobody unless somebody is allowed', async () => {
    expect(await send({ ...MAIL, to: ['bob+X@Elsewhere.net', 'Ann@EXAMPLE.org'] })).toMatchObject({ status: 'SENT' });
    const closed = notifier({ 'allowed-recipients': [] });
    await expect(send(MAIL, 'k.2', closed)).rejects.toThrow('to[0]');
    expect(await send({ ...MAIL, to: ['x@y.z'] }, 'k.3', notifier({ 'allowed-recipients': ['*'] }))).toMatchObject({
      status: 'SENT',
    });
  });

  it('keep a value from becoming a header, markup or a template', async () => {
    const values = {
      reference: 'R\r\nBcc: eve@evil.net\r\n\r\nBody',
      guest: { name: '<script>{{reference}}</script>' },
    };
    await send({ ...MAIL, values });
    const [mail] = server.mails;
    const [headers = ''] = (mail?.raw ?? '').split('\r\n\r\n');
    expect(headers).not.toMatch(/^Bcc:/m);
    expect(mail?.to).toEqual(['ann@example.org']);
    expect(mail?.raw).toContain('&lt;script&gt;{{reference}}&lt;/script&gt;');
  });

  it.each([
    { reference: 'R-1', guest: {} },
    { reference: 'R-1', guest: { name: null } },
    { reference: 'R-1', guest: 'Ann' },
  ])('need values that are there, and are refused with %j before anybody is asked', (values) => {
    const schema = notifier().serveGroup()?.inputSchema ?? {};
    expect(compileSchema(schema).check({ ...MAIL, values })).toEqual([
      expect.objectContaining({ path: expect.stringMatching(/^values\.guest/) }),
    ]);
  });

  it('need values at places in a list', async () => {
    const templates = { list: { subject: 'S', text: '{{rooms[1].name}} {{days.0}}' } };
    const executor = notifier({ templates });
    const mail = { channel: 'email', template: 'list', to: ['ann@example.org'] };
    await send({ ...mail, values: { rooms: [{}, { name: 'Oak' }], days: ['Monday'] } }, 'k.1', executor);
    expect(server.mails[0]?.raw).toContain('Oak Monday');
    await expect(send({ ...mail, values: { rooms: [], days: [1] } }, 'k.2', executor)).rejects.toThrow(
      'The template needs values for rooms[1].name.',
    );
  });

  it('need consent', async () => {
    await expect(send(MAIL, null)).rejects.toThrow('only after the user’s consent');
  });

  it('log in with a secret that is kept elsewhere', async () => {
    const logins: unknown[] = [];
    const asking = await startMailServer({
      disabledCommands: ['STARTTLS'],
      authOptional: false,
      onAuth: ({ username, password }, _session, callback) => {
        logins.push([username, password]);
        callback(null, { user: username });
      },
      onData: (stream, _session, callback) => void stream.on('end', callback).resume(),
    });
    const login = { 'smtp.port': asking.port, 'smtp.user': 'desk', 'smtp.password': 'env:TEST_NOTIFICATION_SECRET' };
    await send(MAIL, 'k.1', notifier(login));
    expect(logins).toEqual([['desk', 'whsec']]);
    const missing = notifier({ ...login, 'smtp.password': 'env:TEST_NOT_THERE' });
    await expect(send(MAIL, 'k.2', missing)).rejects.toThrow('TEST_NOT_THERE, which is missing or empty');
    expect(await statusOf()).toEqual(['SENT']);
    await asking.close();
  });

  it('are not sent in the clear where TLS was asked for', async () => {
    const executor = notifier({ 'smtp.security': 'starttls' });
    await expect(send(MAIL, 'k.1', executor)).rejects.toThrow('The notification was not sent');
    expect(server.mails).toEqual([]);
  });

  it('say in a dry run what would be sent', async () => {
    expect(await send(MAIL, 'k.1', notifier({ 'dry-run': true }))).toMatchObject({
      status: 'DRY_RUN',
      subject: 'Booking R-1',
      text: 'Hello Zoë, your reference is R-1.',
    });
    expect(server.mails).toEqual([]);
    expect(await statusOf()).toEqual([]);
  });

  it('go to a webhook, signed, with the same id each time', async () => {
    receiver.behave((response, nth) => response.writeHead(nth === 1 ? 503 : 204).end());
    const args = { ...MAIL, channel: 'webhook', to: ['ops'] };
    await expect(send(args)).rejects.toThrow('was not sent: answered with HTTP status 503');
    const result = await send(args);
    expect(result).toMatchObject({ status: 'SENT', channel: 'webhook' });
    const [first, second] = receiver.received;
    expect(second?.event).toMatchObject({ eventId: result.message_id, template: 'booked', values: VALUES });
    expect(first?.event.eventId).toBe(second?.event.eventId);
    expect(verifyWebhook('whsec', second?.headers ?? {}, second?.raw ?? '')).toBe(true);
  });

  it('are off where nothing is configured', () => {
    expect(notifier({ 'smtp.host': '', webhooks: {} }).serveGroup()).toBeUndefined();
  });
});
