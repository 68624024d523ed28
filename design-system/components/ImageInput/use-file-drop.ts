import { useRef, useState, type ClipboardEvent, type DragEvent } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/**
 * Takes files that are dropped on an element, or pasted while the focus is in it.
 * @param onFiles takes at least one file; null: none are taken now
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
    // Each element inside tells of its own entry and exit.
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
      // Also where none are taken: the browser would open the file in the place of the page.
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
