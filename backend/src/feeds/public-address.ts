import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import { FetchError } from './fetch-error.ts';

/** Answers only inside its cloud, though its range is public. */
const METADATA_ADDRESSES = new Set(['168.63.129.16']);
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Whether an IP address is one that anybody on the internet may be sent to. False for what is no IP address. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6) {
    if (parsed.match(NAT64)) return isPublicAddress(parsed.toByteArray().slice(12).join('.'));

    return parsed.match(GLOBAL_UNICAST) && parsed.range() === 'unicast';
  }

  return parsed.range() === 'unicast' && !METADATA_ADDRESSES.has(parsed.toString());
}

const refused = (host: string): FetchError =>
  new FetchError('address-refused', `${host} is in a private network, which this server may not access.`);

// The socket connects to what this answers: no second look-up could give another address than the checked one.
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error) callback(error, []);
    else if (!first || !addresses.every(({ address }) => isPublicAddress(address))) callback(refused(hostname), []);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/**
 * Opens sockets; unless `allowPrivate`, to public addresses only. Fails with FetchError('address-refused') before it
 * connects.
 */
export function createConnector(allowPrivate: boolean, timeoutMs: number): buildConnector.connector {
  if (allowPrivate) return buildConnector({ timeout: timeoutMs });
  const connect = buildConnector({ timeout: timeoutMs, lookup: publicLookup });

  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    // Node looks up no literal address, so it is checked here.
    if (isIP(host) !== 0 && !isPublicAddress(host)) callback(refused(host), null);
    else connect(options, callback);
  };
}
