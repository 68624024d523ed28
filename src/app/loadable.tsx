import { lazy, useState, type ComponentType } from 'react'

/** A component whose code is fetched when it is first needed, or before. */
export type Loadable<Props> = ComponentType<Props> & {
  /** Fetches the code. Failing to is no matter: the render tries again. */
  preload: () => Promise<void>
}

/**
 * As React's `lazy`, but code that is there already renders at once: `lazy` would suspend for a moment even then, and React
 * holds back what was suspended for 300 ms.
 * @param load fetches the module; its default export is the component
 */
export function loadable<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): Loadable<Props> {
  let Loaded: ComponentType<Props> | null = null
  const fetched = async () => {
    const module = await load()
    Loaded = module.default
    return module
  }
  const Lazy = lazy(fetched) as unknown as ComponentType<Props>
  const Component = (props: Props) => {
    // For as long as it stands: another one in its place would begin anew.
    const [Chosen] = useState(() => Loaded ?? Lazy)
    return <Chosen {...props} />
  }
  return Object.assign(Component, {
    preload: () =>
      fetched().then(
        () => undefined,
        () => undefined,
      ),
  })
}
