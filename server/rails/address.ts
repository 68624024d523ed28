/** Which addresses of rails are called: HTTPS, or this machine for a sandbox; inside private networks only where a setting says so. */
import { BlockList, isIP } from 'node:net'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')
/** Networks that no public service is in (RFC 1918, 3927, 4193, 4291, 6598). */
const PRIVATE = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['fc00::', 7],
  ['fe80::', 10],
  ['::', 128],
] as const)
  PRIVATE.addSubnet(net, prefix, 'ipv6')

const isIn = (list: BlockList, ip: string): boolean => {
  // An IPv4 address inside IPv6 is that address.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip
  return isIP(mapped) !== 0 && list.check(mapped, isIP(mapped) === 6 ? 'ipv6' : 'ipv4')
}
export const isLoopback = (ip: string): boolean => isIn(LOOPBACK, ip)

/** @param ip that the name of a rail leads to @returns why it is not called; null where it may be */
export function refusalOfAddress(ip: string, { mayBePrivate, isLocal }: RailAddress): string | null {
  if (isLoopback(ip)) return isLocal ? null : `${ip} is this machine`
  if (isIn(PRIVATE, ip) && !mayBePrivate) return `${ip} is in a private network, which needs a setting`
  return null
}

export interface RailAddress {
  url: URL
  /** It names this machine. */
  isLocal: boolean
  mayBePrivate: boolean
}
/** @param text of the setting @throws where no rail may have it */
export function railAddress(text: string, { mayBePrivate = false } = {}): RailAddress {
  const url = new URL(text)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLocal = host === 'localhost' || isLoopback(host)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
    throw new Error(`The address of a rail begins with https:, or is on this machine: ${url.origin}`)
  if (url.username || url.password) throw new Error('The address of a rail has no user and no password')
  const address = { url, isLocal, mayBePrivate }
  const refusal = isIP(host) ? refusalOfAddress(host, address) : null
  if (refusal) throw new Error(`The address of a rail cannot be called: ${refusal}`)
  return address
}
