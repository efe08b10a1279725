module words
go 1.16
