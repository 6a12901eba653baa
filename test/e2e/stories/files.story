# A file goes in and comes out byte for byte.
$ printf 'a\000\377b' > seed.bin; svc files create --file seed.bin --filename boot/seed.bin -o name
boot/seed.bin

$ svc files create --file seed.bin --filename other.bin -o json --query filename
"other.bin"

$ svc files get boot/seed.bin | cmp - seed.bin && echo the same
the same

$ svc files get boot/seed.bin --by-query --to copy.bin; cmp copy.bin seed.bin && echo the same
the same
! copy.bin: 4 bytes

# What --curl prints sends the same file.
$ svc files create --file seed.bin --filename by-curl.bin --curl > send.sh; bash send.sh > /dev/null 2>&1; echo $?
0

$ svc files get by-curl.bin | cmp - seed.bin && echo the same
the same

# A file that is there is not replaced unasked.
$ svc files get seed.txt --to copy.bin
! svc: not confirmed: replace 'copy.bin'?
! hint: add --yes to skip the question
? 13

$ svc files get seed.txt --to copy.bin --force; cat copy.bin
stored in the sandbox
! copy.bin: 22 bytes

$ svc files get seed.txt -o json --query content
"c3RvcmVkIGluIHRoZSBzYW5kYm94Cg=="

$ svc files get seed.txt --by-key x
! svc: use a name or --by-key, not both
! usage: svc files get <filename> [options]
? 2

$ svc files delete boot/seed.bin --by-query --yes
! files delete-by-query: done

$ svc files get boot/seed.bin
! svc: File not found (GET /files/boot%2Fseed.bin/ -> 404)
! hint: svc files list shows all files
? 3
