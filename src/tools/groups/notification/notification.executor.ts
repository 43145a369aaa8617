import type { JsonObject } from '../../../platform/common/json.js';
import type { ToolCall } from '../../../platform/handlers-api/index.js';
import { post } from '../../../platform/outbox/index.js';
import { type SecretReference, ToolSecrets } from '../../../platform/secrets/index.js';
import { checkArguments, type ToolExecutor } from '../../run/index.js';
import type { Executable } from '../../tool.js';
import { ToolError } from '../../tool-error.js';
import { notificationArguments } from './notification-arguments.js';
import { type Sending, sendMail } from './send-mail.js';
import { messageIdOf, SentMessages } from './sent-messages.js';
import { type NotificationSettings, type RenderedMessage, renderMessage } from './templates.js';

/** One call, as its arguments say. */
interface Notification {
  readonly channel: 'email' | 'webhook';
  readonly template: string;
  readonly to: readonly string[];
  readonly values: JsonObject;
}

/**
 * NOTIFICATION: sends a configured template by e-mail, or posts it to a configured webhook; never twice for one consent.
 * Off where neither is configured.
 */
export class NotificationExecutor implements ToolExecutor {
  readonly group = 'NOTIFICATION';
  private readonly inputSchema: JsonObject;

  constructor(
    private readonly settings: NotificationSettings,
    private readonly secrets = new ToolSecrets(),
  ) {
    this.inputSchema = notificationArguments(settings);
  }

  serveGroup(): Executable | undefined {
    const { smtp, webhooks } = this.settings;
    if (smtp.host === '' && Object.keys(webhooks).length === 0) return undefined;
    return { sideEffect: 'WRITE', inputSchema: this.inputSchema, execute: (call) => this.execute(call) };
  }

  private async execute(call: ToolCall): Promise<JsonObject> {
    const { arguments: args, conversationId, idempotencyKey, database, signal } = call;
    if (idempotencyKey === null) throw new ToolError('Notifications are sent only after the user’s consent.');
    checkArguments(this.inputSchema, args);
    const notification = { values: {}, ...args } as unknown as Notification;
    const { channel, template, to } = notification;
    const message = this.render(notification);
    const key = { conversationId, idempotencyKey };
    const about = { channel, template, to: [...to], message_id: messageIdOf(key) };
    if (this.settings.dryRun) return { status: 'DRY_RUN', ...about, ...message };

    const secret = await this.readSecret(channel);
    signal.throwIfAborted();
    const record = new SentMessages(database, key);
    const claim = await record.claim({ channel, template, recipients: to }, Date.now());
    if (claim === 'sent') return { status: 'SENT', ...about, repeated: true };
    if (claim === 'in-doubt') throw inDoubt('An earlier attempt may have sent this; it is not sent again.');
    const sending = await this.send(notification, message, about.message_id, secret);
    return this.conclude(record, sending, about);
  }

  private render({ template, values }: Notification): RenderedMessage {
    const known = this.settings.templates[template];
    if (!known) throw new ToolError(`There is no template "${template}".`);
    return renderMessage(known, values);
  }

  /** Before anything is noted down as begun. */
  private async readSecret(channel: Notification['channel']): Promise<string> {
    const { smtp, webhookSecret } = this.settings;
    const prefix = 'convengine.mcp.notification';
    if (channel === 'webhook') return this.secrets.read(webhookSecret as SecretReference, `${prefix}.webhook-secret`);
    return smtp.user === '' ? '' : this.secrets.read(smtp.password as SecretReference, `${prefix}.smtp.password`);
  }

  private async send(
    { channel, to, template, values }: Notification,
    message: RenderedMessage,
    messageId: string,
    secret: string,
  ): Promise<Sending> {
    if (channel === 'email') return sendMail(this.settings, to, message, messageId, secret);
    const { webhooks, timeoutMs } = this.settings;
    const url = webhooks[to[0] ?? ''] ?? '';
    const body = JSON.stringify({ eventId: messageId, type: 'notification', template, ...message, values });
    const delivery = await post(
      { url, secret, timeoutMs },
      { eventId: messageId, contentType: 'application/json', body },
      Date.now(),
    );
    if (delivery.delivered) return { outcome: 'sent', rejected: [] };
    return { outcome: delivery.isUnclear ? 'unknown' : 'unsent', error: delivery.error };
  }

  private async conclude(record: SentMessages, sending: Sending, about: JsonObject): Promise<JsonObject> {
    if (sending.outcome === 'sent') {
      await record.sent(Date.now());
      return { status: 'SENT', ...about, ...(sending.rejected.length > 0 && { rejected: [...sending.rejected] }) };
    }
    if (sending.outcome === 'unsent') {
      await record.failed(sending.error);
      throw new ToolError(`The notification was not sent: ${sending.error}`);
    }
    throw inDoubt(`Nobody knows whether the notification was sent: ${sending.error}`);
  }
}

function inDoubt(message: string): ToolError {
  return new ToolError(message, { mayHaveHappened: true });
}
