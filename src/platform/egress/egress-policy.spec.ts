import { describe, expect, it } from 'vitest';
import { classifyAddress } from './address.js';
import { EgressPolicy, type EgressSettings } from './egress-policy.js';

const DEFAULTS: EgressSettings = {
  allowHosts: ['*'],
  allowPrivateHosts: [],
  allowHttp: false,
  ports: [80, 443],
  maxRedirects: 0,
};
const policy = (settings: Partial<EgressSettings> = {}) => new EgressPolicy({ ...DEFAULTS, ...settings });

describe('an address', () => {
  it.each([
    ['public', ['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8']],
    [
      'private',
      ['10.0.0.1', '172.16.0.1', '192.168.1.1', '127.0.0.1', '100.64.0.1', '::1', 'fc00::1', '::ffff:10.0.0.1'],
    ],
    ['refused', ['169.254.169.254', '::ffff:169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254']],
    ['refused', ['100.100.100.200', '168.63.129.16', '0.0.0.0', '::', '255.255.255.255', '224.0.0.1', 'ff02::1']],
    ['refused', ['192.0.2.1', '198.18.0.1', '240.0.0.1', '2001:db8::1', 'fec0::1', '4000::1', 'not an address', '']],
    ['refused', ['64:ff9b::a00:1', '2002:7f00:1::', '2001::1']],
  ] as const)('is %s: %j', (kind, addresses) => {
    for (const address of addresses) expect([address, classifyAddress(address)]).toEqual([address, kind]);
  });
});

describe('the policy of what may be called', () => {
  it.each([
    'https://api.example.com/v1',
    'https://api.example.com:443/v1',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
  ])('by default lets https to the internet pass: %s', (url) => {
    expect(() => policy().checkUrl(new URL(url))).not.toThrow();
  });

  it.each([
    [
      'http://api.example.com/',
      'api.example.com may not be called: http is not allowed by convengine.egress.allow-http.',
    ],
    ['https://api.example.com:8443/', 'the host with port 8443 is not in convengine.egress.allow-hosts'],
    ['ftp://api.example.com/', 'only https and http can be called'],
    ['file:///etc/passwd', 'only https and http can be called'],
    ['https://user:pass@api.example.com/', 'its address holds credentials'],
    ['https://127.0.0.1/', 'it has a private address'],
    ['https://2130706433/', '127.0.0.1 may not be called'],
    ['https://0x7f.1/', '127.0.0.1 may not be called'],
    ['https://0177.0.0.1/', '127.0.0.1 may not be called'],
    ['https://127.1./', '127.0.0.1 may not be called'],
    ['https://[::1]/', '[::1] may not be called'],
    ['https://[::ffff:127.0.0.1]/', 'it has a private address'],
    ['https://[::ffff:a9fe:a9fe]/', 'it has an address that nothing may call'],
    ['https://169.254.169.254/latest/meta-data', 'it has an address that nothing may call'],
  ])('by default refuses %s', (url, message) => {
    expect(() => policy().checkUrl(new URL(url))).toThrow(message);
  });

  it('does not repeat the path and query of a refused address', () => {
    expect(() => policy().checkUrl(new URL('http://h.example/p?key=s3cret'))).toThrow(
      /^h\.example may not be called: http is not allowed by convengine\.egress\.allow-http\.$/,
    );
  });

  it.each([
    ['https://api.example.com/', true],
    ['https://API.EXAMPLE.COM./', true],
    ['https://a.b.shop.example/', true],
    ['https://shop.example/', false],
    ['https://evilshop.example/', false],
    ['https://other.example/', false],
    ['https://ports.example:8443/', true],
    ['https://ports.example/', false],
    ['https://api.example.com.evil.example/', false],
  ])('knows whether %s is on its list: %s', (url, isAllowed) => {
    const check = () =>
      policy({ allowHosts: ['api.example.com', '*.shop.example', 'ports.example:8443'] }).checkUrl(new URL(url));
    if (isAllowed) expect(check).not.toThrow();
    else expect(check).toThrow('is not in convengine.egress.allow-hosts');
  });

  it('lets private hosts be called by name, port and http, and nothing beside them', () => {
    const own = policy({ allowHosts: [], allowPrivateHosts: ['crm.internal:8080', '127.0.0.1:9090', '[::1]:9090'] });
    for (const url of ['http://crm.internal:8080/', 'http://127.0.0.1:9090/', 'http://[::1]:9090/']) {
      expect(() => own.checkUrl(new URL(url))).not.toThrow();
    }
    for (const url of ['http://crm.internal:8081/', 'http://127.0.0.1:9091/', 'http://10.0.0.1:9090/']) {
      expect(() => own.checkUrl(new URL(url))).toThrow('may not be called');
    }
    expect(own.refusalOf('crm.internal', 8080, '10.0.0.7')).toBeUndefined();
    expect(own.refusalOf('crm.internal', 8081, '10.0.0.7')?.code).toBe('EGRESS_REFUSED');
  });

  it('never lets link-local and metadata addresses be called, whatever is listed', () => {
    const open = policy({ allowPrivateHosts: ['*'] });
    expect(() => open.checkUrl(new URL('http://169.254.169.254/'))).toThrow('an address that nothing may call');
    expect(open.refusalOf('metadata', 80, '169.254.169.254')?.code).toBe('EGRESS_REFUSED');
  });
});
