import ipaddr from 'ipaddr.js';

/** An IPv4 address, or the /64 of an IPv6 address, since one sender usually has all of a /64. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);

  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString();
}
