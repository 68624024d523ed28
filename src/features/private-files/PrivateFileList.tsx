/** The private files of a field on the page of their record: their names, and buttons to view them. */
import { Eye, FileText, Image } from 'lucide-react'
import styled from 'styled-components'
import type { PrivateFile } from '@contract/files'
import { Button } from '@design-system/primitives/Button/Button'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { Thumbnail } from '@design-system/primitives/Thumbnail/Thumbnail'
import { focusRing, radius, space, token, type } from '@design-system/tokens/tokens'
import { describeFile, isImage, nameOfFile } from './files'

const THUMBNAIL = 40

const List = styled.ul`
  display: grid;
  gap: ${space[4]};
  margin: 0 0 ${space[8]};
  padding: 0;
  list-style: none;
`
const Line = styled.button`
  display: flex;
  align-items: center;
  gap: ${space[10]};
  width: 100%;
  padding: ${space[6]} ${space[8]};
  border: 1px solid ${token.border.subtle};
  border-radius: ${radius.control};
  text-align: start;
  ${focusRing}
  &:hover {
    background: ${token.surface.hover};
  }
`
const Plate = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  width: ${THUMBNAIL / 16}rem;
  height: ${THUMBNAIL / 16}rem;
  border-radius: ${radius.control};
  background: ${token.surface.subtle};
  color: ${token.text.muted};
`
const Words = styled.span`
  display: grid;
  min-width: 0;
  bdi {
    overflow-wrap: anywhere;
    color: ${token.accent.text};
  }
  small {
    ${type.meta}
    color: ${token.text.muted};
  }
`
const Note = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
  margin: 0;
  ${type.meta}
  color: ${token.text.muted};
`

export interface ListedFile extends PrivateFile {
  /** Object URL of the content, for an image that was viewed; null before. */
  src: string | null
}

export interface PrivateFileListProps {
  /** Label of the field. */
  label: string
  files: readonly ListedFile[]
  /** Loads the images that were not viewed yet; null if there are none. */
  onShowImages: (() => void) | null
  /** @param index of the file to view */
  onOpen: (index: number) => void
}

export const PrivateFileList = ({ label, files, onShowImages, onOpen }: PrivateFileListProps) => (
  <>
    <List aria-label={label}>
      {files.map((file, index) => (
        <li key={file.id}>
          <Line type="button" aria-haspopup="dialog" onClick={() => onOpen(index)}>
            {file.src ? (
              <Thumbnail src={file.src} alt="" size={THUMBNAIL} />
            ) : (
              <Plate>
                <Icon icon={isImage(file) ? Image : FileText} />
              </Plate>
            )}
            <Words>
              <bdi>{nameOfFile(file, index)}</bdi>
              <small>{describeFile(file)}</small>
            </Words>
          </Line>
        </li>
      ))}
    </List>
    <Note>
      {onShowImages && (
        <Button size="small" icon={Eye} onClick={onShowImages}>
          Show images
        </Button>
      )}
      Each view of a file is recorded.
    </Note>
  </>
)
