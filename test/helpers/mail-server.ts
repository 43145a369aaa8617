import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A real SMTP server on a port of its own, and what it was given. */
export interface MailServer {
  readonly port: number;
  readonly mails: { readonly to: readonly string[]; readonly raw: string }[];
  close(): Promise<void>;
}

/** @param options over a server that takes every mail without a login and without TLS */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: { to: readonly string[]; raw: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    async onData(stream, session, callback) {
      mails.push({ raw: await text(stream), to: session.envelope.rcptTo.map(({ address }) => address) });
      callback();
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { port, mails, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
