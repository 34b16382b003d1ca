# The script of the referee's mailbox: each letter is handed to the referee, a copy goes into a folder.
# One that cannot be handed over stays in the inbox, from where `referee fetch` can take it.
require ["vnd.dovecot.pipe", "copy", "fileinto", "mailbox"];

pipe :copy "referee-mail";
fileinto :create "Taken";
