// Rate-limit keys for IP addresses.
import { isIP, SocketAddress } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

/** The first groups of an IPv6 address in its shortest form. */
function cut(address: string, groups: number): string {
  const [before, after] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const gap = after === undefined ? [] : Array<string>(8 - before!.length - after.length).fill('0');
  return [...before!, ...gap, ...(after ?? [])].slice(0, groups).join(':');
}

function keyOf(ip: string, ipv6Groups: number, ipv4Parts: number): string {
  const version = isIP(ip);
  if (version === 0) return ip;
  const shortest = version === 4 ? ip : new SocketAddress({ address: ip.replace(/%.*/s, ''), family: 'ipv6' }).address;
  const ipv4 = version === 4 ? ip : MAPPED_IPV4.exec(shortest)?.[1];
  return ipv4 === undefined ? `${cut(shortest, ipv6Groups)}::` : ipv4.split('.').slice(0, ipv4Parts).join('.');
}

/**
 * The rate-limit key of an address: IPv4 as is, also from IPv6 notation; the /64 of IPv6, as one host can use all of it. Anything
 * else is its own key.
 */
export const addressKey = (ip: string): string => keyOf(ip, 4, 4);

/** A wider key, for ranges that one sender may control: a /48 of IPv6, a /24 of IPv4. */
export const neighbourhoodKey = (ip: string): string => keyOf(ip, 3, 3);
