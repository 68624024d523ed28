import { GridListItem } from 'react-aria-components/GridList'
import styled from 'styled-components'
import { focusRing, numeric, radius, space, token, type } from '../../tokens/tokens'

export const Pictures = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  margin-block-end: ${space[10]};
  outline: none;
  .react-aria-DropIndicator[data-drop-target] {
    outline: 1px solid ${token.focus};
  }
`

export const Tile = styled(GridListItem)`
  position: relative;
  display: grid;
  justify-items: center;
  gap: ${space[4]};
  padding: ${space[4]};
  border-radius: ${radius.control};
  background: ${token.surface.raised};
  ${focusRing}
  &[data-dragging] {
    opacity: 0.5;
  }
`

/** The name of a file: at most two lines; screen readers get the whole name. */
export const Called = styled.span`
  display: -webkit-box;
  width: 112px;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  overflow-wrap: anywhere;
  text-align: center;
  ${type.meta}
  color: ${token.text.secondary};
`

export const Place = styled.span`
  position: absolute;
  inset-block-start: ${space[8]};
  inset-inline-start: ${space[8]};
  min-width: 20px;
  padding-inline: ${space[4]};
  border-radius: ${radius.tag};
  background: ${token.surface.raised};
  color: ${token.text.secondary};
  text-align: center;
  ${type.meta}
  ${numeric}
`

export const TileButtons = styled.div`
  display: flex;
`

export const Handle = styled.button`
  display: inline-grid;
  flex: none;
  place-items: center;
  width: 28px;
  height: 28px;
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${token.text.muted};
  cursor: grab;
  ${focusRing}
`

export const Uploads = styled.ul`
  display: grid;
  gap: ${space[8]};
  margin: 0 0 ${space[10]};
  padding: 0;
  list-style: none;
`

export const UploadProblem = styled.span`
  ${type.meta}
  color: ${token.tone.danger.fg};
`
