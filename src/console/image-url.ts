import { filePath } from '@contract/files'

/** Host of the API; empty where it serves the console too. */
const API_HOST = (import.meta.env.VITE_API_HOST ?? '').replace(/\/$/, '')

/** @returns where a public image is. @param size `thumb` for the small one, which every list and field shows */
export const imageUrl = (id: string, size?: 'thumb'): string => API_HOST + filePath(id, size)
