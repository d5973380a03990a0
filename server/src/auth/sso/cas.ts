// CAS protocol, versions 2 and 3: validates the ticket of the return URL with the CAS server.
import type { SsoConfig } from '../../config.ts';
import { ProviderUnavailable, type Provider } from './provider.ts';
import { claimsIn, type Claims } from './rules.ts';

const TIMEOUT_MS = 10_000;
const REPLY_MAX = 64 * 1024;

export function casProvider(config: SsoConfig & { kind: 'cas' }): Provider {
  /** The service URL a ticket is issued for; its state binds the ticket to the window that began. */
  const serviceOf = (returnTo: string, state: string): string => `${returnTo}?state=${state}`;
  return {
    begin: async (returnTo, state) => ({
      url: `${config.casUrl}/login?service=${encodeURIComponent(serviceOf(returnTo, state))}`,
      begun: { state },
    }),
    finish: async (returnTo, query, { state }) => {
      const given = new URLSearchParams(query);
      const ticket = given.get('ticket') ?? '';
      if (given.get('state') !== state) throw new Error('the state does not match');
      if (!/^ST-[\w.-]{1,256}$/.test(ticket)) throw new Error('no service ticket');
      const address = new URL(`${config.casUrl}/p3/serviceValidate`);
      address.search = new URLSearchParams({ service: serviceOf(returnTo, state), ticket }).toString();
      const text = await ask(address);
      const username = userOf(text);
      if (username !== null) return { provider: config.casUrl, subject: username, username, claims: attributesOf(text) };
      const code = codeOf(text);
      const isJudged = code === null ? text.includes('<cas:authenticationSuccess>') : code !== 'INTERNAL_ERROR';
      const message = `CAS refuses the ticket: ${code ?? 'unknown reply'}`;
      throw isJudged ? new Error(message) : new ProviderUnavailable(message);
    },
  };
}

/** @throws ProviderAway */
async function ask(address: URL): Promise<string> {
  try {
    const reply = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await reply.text();
    if (reply.ok && text.length <= REPLY_MAX) return text;
    throw new Error(`CAS answers ${reply.status}`);
  } catch (error) {
    throw new ProviderUnavailable('CAS cannot be asked', { cause: error });
  }
}

/** The name in `<cas:authenticationSuccess><cas:user>`; null for any other response. */
export function userOf(xml: string): string | null {
  if (/<!DOCTYPE|<!ENTITY|<!\[CDATA\[|<!--/i.test(xml)) return null;
  const success = /<cas:authenticationSuccess>(.*?)<\/cas:authenticationSuccess>/s.exec(xml)?.[1];
  const users = [...(success ?? '').matchAll(/<cas:user>\s*([^<]{1,100}?)\s*<\/cas:user>/g)];
  return users.length === 1 ? plain(users[0]![1]!) : null;
}

/** Attributes of protocol version 3; names may repeat. */
function attributesOf(xml: string): Claims {
  const attributes = /<cas:attributes>(.*?)<\/cas:attributes>/s.exec(xml)?.[1] ?? '';
  const found = [...attributes.matchAll(/<cas:([\w.-]{1,100})>([^<]{1,1000})<\/cas:\1>/g)];
  const byName = Map.groupBy(found, ([, name]) => name!);
  return claimsIn(Object.fromEntries([...byName].map(([name, all]) => [name, all.map(([, , value]) => plain(value!))])));
}

const codeOf = (xml: string): string | null => /<cas:authenticationFailure code="([\w-]{1,60})"/.exec(xml)?.[1] ?? null;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (text: string): string => text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!);
