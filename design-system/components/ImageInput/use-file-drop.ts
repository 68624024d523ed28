import { useRef, useState, type ClipboardEvent, type DragEvent } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/**
 * Accepts files that are dropped on an element, or pasted while it contains the focus.
 * @param onFiles receives at least one file; null: files are not accepted at the moment
 * @returns whether files are held over it, and the handlers for the element
 */
export function useFileDrop(onFiles: ((files: File[]) => void) | null) {
  const [isOver, setIsOver] = useState(false)
  const depth = useRef(0)
  const leave = () => {
    depth.current = 0
    setIsOver(false)
  }
  const take = (files: FileList) => {
    if (files.length > 0) onFiles?.([...files])
  }
  const handlers = {
    // Each element inside sends its own enter and leave events.
    onDragEnter: (event: DragEvent) => {
      if (!hasFiles(event)) return
      depth.current += 1
      setIsOver(onFiles !== null)
    },
    onDragLeave: (event: DragEvent) => {
      if (!hasFiles(event)) return
      depth.current -= 1
      if (depth.current <= 0) leave()
    },
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return
      // Also where files are not accepted: otherwise the browser would open the file instead of the page.
      event.preventDefault()
      event.dataTransfer.dropEffect = onFiles ? 'copy' : 'none'
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      leave()
      take(event.dataTransfer.files)
    },
    onPaste: (event: ClipboardEvent) => {
      if (event.clipboardData.files.length === 0) return
      event.preventDefault()
      take(event.clipboardData.files)
    },
  }
  return { isOver, handlers }
}
