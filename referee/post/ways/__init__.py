"""The ways by which letters come and go: IMAP, LMTP, SMTP, sendmail, mailboxes and folders."""
