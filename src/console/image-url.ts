/** Host of the API; empty if it also serves the console. */
const API_HOST = (import.meta.env.VITE_API_HOST ?? '').replace(/\/$/, '')

/**
 * @returns the address of a public image (contract, files). This module does not import the rules for files, because
 * lists show images but do not check them
 * @param size `thumb` for the small version, which every list and field shows
 */
export const imageUrl = (id: string, size?: 'thumb'): string => `${API_HOST}/files/${id}${size ? `?size=${size}` : ''}`
