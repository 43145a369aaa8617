import { Readable } from 'node:stream';
import type { Transporter } from 'nodemailer';
import { messageOf } from '../../../platform/common/errors.js';
import { loadOptional } from '../../../platform/common/optional-package.js';
import type { NotificationSettings, RenderedMessage } from './templates.js';

/** What became of a message; `unsent` is certain, `unknown` is not. */
export type Sending =
  | { readonly outcome: 'sent'; readonly rejected: readonly string[] }
  | { readonly outcome: 'unsent' | 'unknown'; readonly error: string };

/** Sends one e-mail through the configured server. Never throws for what the server does. */
export async function sendMail(
  settings: NotificationSettings,
  recipients: readonly string[],
  message: RenderedMessage,
  messageId: string,
  password: string,
): Promise<Sending> {
  const { smtp } = settings;
  let mailer: typeof import('nodemailer');
  try {
    // Loaded with the first mail: most services send none, and all of them start.
    mailer = await loadOptional('nodemailer', 'Sending e-mail', () => import('nodemailer'));
  } catch (error) {
    return { outcome: 'unsent', error: messageOf(error) };
  }
  const transport = mailer.createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.security === 'tls',
    requireTLS: smtp.security === 'starttls',
    ignoreTLS: smtp.security === 'none',
    ...(smtp.user !== '' && { auth: { user: smtp.user, pass: password } }),
    connectionTimeout: settings.timeoutMs,
    greetingTimeout: settings.timeoutMs,
    socketTimeout: settings.timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const text = watchText(transport);
  try {
    const { rejected } = await transport.sendMail({
      // As objects, so that nothing in an address is read as a list or a name.
      from: { name: '', address: smtp.from },
      to: recipients.map((address) => ({ name: '', address })),
      messageId: `<${messageId}@${smtp.from.split('@')[1] ?? 'localhost'}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...message,
    });
    return { outcome: 'sent', rejected: rejected.map(String) };
  } catch (error) {
    const isUnsent = !text.isTaken || isRefusal(error);
    return { outcome: isUnsent ? 'unsent' : 'unknown', error: messageOf(error) };
  } finally {
    transport.close();
  }
}

/** Sees whether the server has begun to take the text of a message, for which it asks last: before, nothing is sent. */
function watchText(transport: Transporter): { readonly isTaken: boolean } {
  const text = { isTaken: false };
  transport.use('stream', ({ message }, done) => {
    if (message) {
      const open = message.createReadStream.bind(message);
      // Begins with the first bytes that are wanted.
      const bytes = async function* () {
        text.isTaken = true;
        yield* open();
      };
      message.createReadStream = () => Readable.from(bytes(), { objectMode: false });
    }
    done();
  });
  return text;
}

/** Whether the server has said that it does not take the message. */
function isRefusal(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: number };
  return responseCode !== undefined && responseCode >= 400;
}
