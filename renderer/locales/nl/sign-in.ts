export const signIn = { title: 'signIn' };
