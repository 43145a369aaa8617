// One kept-alive HTTP/1.1 connection with one request at a time, which tells the status. Opened anew where the service
// has closed it meanwhile.
import { connect } from 'node:net';

/** @returns `post(body)`, which gives `{ status, retryAfter, body }`, and `close()` */
export function openConnection(url) {
  const { hostname, port } = new URL(url);
  let socket;
  const open = async () => {
    socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    // What ends the connection between two requests is met by the next one.
    socket.on('error', () => undefined);
  };
  return {
    async post(body) {
      if (socket === undefined || socket.destroyed || !socket.writable) await open();
      return exchange(socket, hostname, JSON.stringify(body));
    },
    close: () => socket?.destroy(),
  };
}

function exchange(socket, host, body) {
  const { promise, resolve, reject } = Promise.withResolvers();
  let received = Buffer.alloc(0);
  const onData = (chunk) => {
    received = Buffer.concat([received, chunk]);
    const answer = readAnswer(received);
    if (answer) settle(() => resolve(answer));
  };
  const onClose = () => settle(() => reject(new Error('The service closed the connection.')));
  const settle = (then) => {
    socket.off('data', onData).off('close', onClose);
    then();
  };
  socket.on('data', onData).on('close', onClose);
  socket.write(
    `POST /api/v1/conversation/message HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  return promise;
}

function readAnswer(bytes) {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const head = bytes.latin1Slice(0, headEnd);
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)[1]);
  if (bytes.length < headEnd + 4 + length) return undefined;
  const retryAfter = /\r\nretry-after: *(\d+)/i.exec(head)?.[1];
  return {
    status: Number(head.slice(9, 12)),
    retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
    body: bytes.utf8Slice(headEnd + 4, headEnd + 4 + length),
  };
}
