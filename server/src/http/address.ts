// Addresses as limits count them.
import { isIP, SocketAddress } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

/** The first groups of an IPv6 address, which is given in the shortest form. */
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
 * What a limit for an address counts by: an IPv4 address as it is, also one written as IPv6; of an IPv6 address the first
 * half, for whoever has one has all that share it. Anything else counts as it stands.
 */
export const addressKey = (ip: string): string => keyOf(ip, 4, 4);

/** The addresses around one that somebody may well have, too: a /48 of IPv6, a /24 of IPv4. */
export const neighbourhoodKey = (ip: string): string => keyOf(ip, 3, 3);
