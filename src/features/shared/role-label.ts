/** A role in words: 'SUPER_ADMIN' → 'Super admin'. @param role name from the server */
export const roleWords = (role: string): string => {
  const words = role.replaceAll('_', ' ').toLowerCase()
  return (words.charAt(0).toUpperCase() + words.slice(1))
    .replaceAll(/\bvip\b/gi, 'VIP')
    .replace('Third party', 'Third-party')
}
