import { messageOf } from '../../../platform/common/errors.js';
import { loadOptional } from '../../../platform/common/optional-package.js';
import type { NotificationSettings, RenderedMessage } from './templates.js';

/** What became of a message; `unsent` is certain, `unknown` is not. */
export type Sending =
  | { readonly outcome: 'sent'; readonly rejected: readonly string[] }
  | { readonly outcome: 'unsent' | 'unknown'; readonly error: string };

/** Failures from before the server was given the message. */
const BEFORE_SENDING = new Set(['EDNS', 'EAUTH', 'ETLS', 'EENVELOPE', 'ECONFIG']);

/** The one timeout of a session that has begun: in it the server may have been given the message. */
const ONCE_BEGUN = 'SOCKET_TIMEOUT';

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
    return { outcome: isCertainlyUnsent(error) ? 'unsent' : 'unknown', error: messageOf(error) };
  } finally {
    transport.close();
  }
}

/** A refusal by the server, or no session with it. When the connection breaks later, the message may have been taken. */
function isCertainlyUnsent(error: unknown): boolean {
  const { responseCode, code, syscall, timeoutType } = error as MailError;
  const isRefused = responseCode !== undefined && responseCode >= 400;
  const isNeverBegun = timeoutType !== undefined && timeoutType !== ONCE_BEGUN;
  return isRefused || isNeverBegun || BEFORE_SENDING.has(code ?? '') || syscall === 'connect';
}

/** What nodemailer says of a failure. */
interface MailError {
  readonly responseCode?: number;
  readonly code?: string;
  readonly syscall?: string;
  /** Which wait was too long: for the connection, the greeting, TLS, or an answer in a session that has begun. */
  readonly timeoutType?: string;
}
