/** The addresses by which requests are counted and people are compared. */

/**
 * What of an address identifies a customer of the network. One IPv6 customer has a whole /64 network: counted by single addresses, a
 * limit could be exceeded 2^64 times, and a phone that changes its address every day would never be seen twice.
 * @param ip from the socket, a trusted proxy or an app
 * @returns an IPv4 address unchanged, also one that is mapped into IPv6; of any other IPv6 address its /64 network
 */
export function customerAddress(ip: string): string {
  const [address = ''] = ip.split('%')
  if (!address.includes(':') || !URL.canParse(`http://[${address}]`)) return ip
  // The URL parser writes every form of the same address alike: lower case, hexadecimal, the longest run of zeros as '::'.
  const [left = '', right] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [left, right ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [
    string[],
    string[],
  ]
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return `${groups.slice(0, 4).join(':')}::/64`
  const bytes = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return bytes.flatMap((pair) => [pair >> 8, pair & 255]).join('.')
}
