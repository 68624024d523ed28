import { KeySheet } from '@design-system/components/KeySheet/KeySheet'
import { useSingleKeys } from '@console/single-keys'
import { SHORTCUTS } from './shortcut-list'

interface Props {
  onClose: () => void
}

/** All shortcuts of the console; the switch for single keys is stored on this device. */
export default function ShortcutsContainer({ onClose }: Props) {
  const [singleKeys, onSingleKeys] = useSingleKeys()
  return <KeySheet groups={SHORTCUTS} singleKeys={singleKeys} onSingleKeys={onSingleKeys} onClose={onClose} />
}
