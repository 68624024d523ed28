/** Host of the API; empty where it serves the console too. */
const API_HOST = (import.meta.env.VITE_API_HOST ?? '').replace(/\/$/, '')

/**
 * Where a public image is (contract, files). It imports no rules of files: lists show images and check none.
 * @param size `thumb` for the small one, which every list and field shows
 */
export const imageUrl = (id: string, size?: 'thumb'): string => `${API_HOST}/files/${id}${size ? `?size=${size}` : ''}`
