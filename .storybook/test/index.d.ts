export * from 'storybook/test'
