/** The public images of a field on their record's page, and beside its list: small, and each the way to the whole image. */
import { useState } from 'react'
import styled from 'styled-components'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import { Thumbnail } from '@design-system/primitives/Thumbnail/Thumbnail'
import { focusRing, radius, space, token } from '@design-system/tokens/tokens'
import { imageUrl } from '@console/image-url'
import type { PictureViewerProps } from './PictureViewer'

const SIZE = 56

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[6]};
  margin: 0;
  padding: 0;
  list-style: none;
`
const Open = styled.button`
  display: block;
  border-radius: ${radius.control};
  cursor: zoom-in;
  ${focusRing}
  &:hover > span {
    border-color: ${token.border.control};
  }
`

const PictureViewer = lazyComponent<PictureViewerProps>(() => import('./PictureViewer'), { name: 'The image' })

export interface PicturesProps {
  /** Of the field. */
  label: string
  /** In their order; at least one. */
  ids: readonly string[]
}

/** @returns what one of the images is called */
export const pictureName = ({ label, ids }: PicturesProps, place: number): string =>
  ids.length === 1 ? label : `${label}, ${place + 1} of ${ids.length}`

export function Pictures({ label, ids }: PicturesProps) {
  const [open, setOpen] = useState<number | null>(null)
  return (
    <>
      <List>
        {ids.map((id, place) => (
          <li key={id}>
            <Open
              type="button"
              aria-haspopup="dialog"
              aria-label={`${pictureName({ label, ids }, place)}: enlarge`}
              onClick={() => setOpen(place)}
            >
              <Thumbnail src={imageUrl(id, 'thumb')} alt="" size={SIZE} />
            </Open>
          </li>
        ))}
      </List>
      {open !== null && ids[open] !== undefined && (
        <PictureViewer label={label} ids={ids} place={open} onPlace={setOpen} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
