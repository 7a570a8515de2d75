import { describe, expect, it } from '@jest/globals';
import { checkNewPassword } from './password-rule.ts';

describe('a new password', () => {
  it.each(['', 'short', 'elevenchars', 'x'.repeat(1001)])('has 12 to 1000 characters: not %j', (password) => {
    expect(() => checkNewPassword(password, 'ada')).toThrow('This password must have 12 to 1000 characters.');
  });

  it.each([
    ...['123456789012', '1234567890123', 'aaaaaaaaaaaaaaaa', 'abababababab', '111222333444', 'abcabcabcabc'],
    ...['password1234', 'Password123!', 'P@ssw0rd2026!', 'passwordpassword', 'MyPassword2024', 'letmein123456'],
    ...['qwertyuiop123', 'qwertyuiopasdfghjkl', '1q2w3e4r5t6y', '1qaz2wsx3edc', 'zaq12wsxcde34', 'asdfghjkl;12'],
    ...['abcdefghijkl', 'ZYXWVUTSRQPO', 'administrator', 'admin@2026!!!', 'welcome12345', 'iloveyou2024!'],
    ...['correcthorsebatterystaple', 'earmark-admin-1', 'augusta.king1852', '************', 'Sunshine!2345'],
  ])('is not one that a list of common passwords would find: %s', (password) => {
    expect(() => checkNewPassword(password, 'augusta.king')).toThrow('This password is easy to guess.');
  });

  it.each([
    ...['correct horse battery', 'teal otter prefers jam', 'Zürich im November', 'x7#Kq9!vLm2p', 'k2Vb-Lw0_Tz9rQ4e'],
    ...['a password for one run', 'пятьсот синих чашек', '静かな湖のほとりで朝ごはん', 'four unrelated words'],
  ])('may be anything else: %s', (password) => {
    expect(() => checkNewPassword(password, 'ada')).not.toThrow();
  });
});
