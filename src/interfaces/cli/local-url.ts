/**
 * Where programs on this machine reach the service.
 * @param http what `convengine.http` says, or the port it really got
 */
export function localUrl({ host, port }: { readonly host: string; readonly port: number }): string {
  const isEverywhere = host === '0.0.0.0' || host === '::' || host === '';
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
