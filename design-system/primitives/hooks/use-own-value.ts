import { useCallback, useLayoutEffect, useRef, useState, type Ref } from 'react'
import { hand } from '../refs'

/** The event of a field that is not a native control, in the form that form libraries read. */
export interface FieldEvent<Value> {
  type: 'change' | 'blur'
  target: { name: string | undefined; value: Value }
}

/** The ref of such a field: form libraries read and write `value`, and call `focus` for the first error. */
export interface FieldHandle<Value> {
  value: Value
  readonly type: 'own'
  focus: () => void
}

/** Props of such a field, so that `{...register('name')}` works. */
export interface OwnValueProps<Value> {
  name?: string
  /** Set: the caller keeps the value. */
  value?: Value
  defaultValue?: Value
  onChange?: (event: FieldEvent<Value>) => unknown
  onBlur?: (event: FieldEvent<Value>) => unknown
  /** Called with the value, in addition to `onChange`. */
  onValueChange?: (value: Value) => void
  ref?: Ref<FieldHandle<Value>>
}

/**
 * The value of a field that is not a native control, kept by the caller, by a form library, or here.
 * @param empty the empty value
 * @param focus moves the focus to the control
 */
export function useOwnValue<Value>(
  { name, value: given, defaultValue, onChange, onBlur, onValueChange, ref }: OwnValueProps<Value>,
  empty: Value,
  focus: () => void,
) {
  const [own, setOwn] = useState<Value>(defaultValue ?? empty)
  const value = given ?? own
  const latest = useRef(value)
  const focusNow = useRef(focus)
  useLayoutEffect(() => {
    latest.current = value
    focusNow.current = focus
  })
  const write = useCallback((next: Value) => {
    latest.current = next
    setOwn(next)
  }, [])
  const [handle] = useState<FieldHandle<Value>>(() => ({
    type: 'own',
    get value() {
      return latest.current
    },
    set value(next) {
      write(next ?? empty)
    },
    focus: () => focusNow.current(),
  }))
  useLayoutEffect(() => {
    const release = hand(ref, handle)
    return () => {
      if (release) release()
      else hand(ref, null)
    }
  }, [ref, handle])
  const change = (next: Value) => {
    write(next)
    onChange?.({ type: 'change', target: { name, value: next } })
    onValueChange?.(next)
  }
  const leave = () => onBlur?.({ type: 'blur', target: { name, value: latest.current } })
  return { value, change, leave }
}
