import { useMemo, useSyncExternalStore } from 'react'

/** A file's address, which exists from its first subscriber to its last. */
function createAddress(file: Blob | null) {
  let url: string | null = null
  return {
    subscribe: () => {
      url = file && URL.createObjectURL(file)
      return () => {
        if (url !== null) URL.revokeObjectURL(url)
        url = null
      }
    },
    get: () => url,
  }
}

/** @returns an object URL for a file on this device, to show it before the upload; null without a file */
export function useObjectUrl(file: Blob | null): string | null {
  const { subscribe, get } = useMemo(() => createAddress(file), [file])
  return useSyncExternalStore(subscribe, get)
}
