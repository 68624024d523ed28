/** A role as staff read it: 'SUPER_ADMIN' → 'Super admin'. @param role name as the server sends it */
export const roleWords = (role: string): string => {
  const words = role.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
